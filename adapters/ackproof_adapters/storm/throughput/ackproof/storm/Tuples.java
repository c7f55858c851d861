package ackproof.storm;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.daemon.Acker;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.GeneralTopologyContext;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;

/** Makes the tuples that an acker is sent, of the class that Storm itself makes: unanchored, as they are in Storm. */
final class Tuples {
    private static final String SPOUT = "spout";
    private static final String BOLT = "bolt";
    private static final int BOLT_TASK = 1_000_000;
    private static final int TICK_SECONDS = 30;

    /** As on a cluster: in local mode, Storm compares each tuple with the fields that its component declared. */
    private static final Map<String, Object> CONFIGURATION = Map.of(Config.STORM_CLUSTER_MODE, "distributed");

    private final GeneralTopologyContext context =
            new GeneralTopologyContext(new StormTopology(), CONFIGURATION, Map.of(), Map.of(), Map.of(), "bench");

    Tuple of(Columns log, int row) {
        switch (log.op()[row]) {
            case Columns.INIT:
                Values values = new Values(log.root()[row], log.value()[row], log.spoutTask()[row]);
                return tuple(SPOUT, log.spoutTask()[row], Acker.ACKER_INIT_STREAM_ID, values);
            case Columns.ACK:
                return tuple(BOLT, BOLT_TASK, Acker.ACKER_ACK_STREAM_ID, new Values(log.root()[row], log.value()[row]));
            case Columns.FAIL:
                return tuple(BOLT, BOLT_TASK, Acker.ACKER_FAIL_STREAM_ID, new Values(log.root()[row]));
            case Columns.RESET_TIMEOUT:
                return tuple(BOLT, BOLT_TASK, Acker.ACKER_RESET_TIMEOUT_STREAM_ID, new Values(log.root()[row]));
            case Columns.TICK:
                return tuple(
                        Constants.SYSTEM_COMPONENT_ID,
                        (int) Constants.SYSTEM_TASK_ID,
                        Constants.SYSTEM_TICK_STREAM_ID,
                        new Values(TICK_SECONDS));
            default:
                throw new IllegalArgumentException(log.op()[row] + " is no operation");
        }
    }

    private Tuple tuple(String component, int task, String stream, Values values) {
        return new TupleImpl(context, values, component, task, stream, MessageId.makeUnanchored());
    }
}
