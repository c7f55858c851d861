// An acker for Storm 2. One of its lines is made wrong before it is compiled over a release: see java_ackers.py.
package org.apache.storm.daemon;

import java.util.Map;
import org.apache.storm.Constants;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.RotatingMap;

public class Acker implements IBolt {
    public static final String ACKER_COMPONENT_ID = "__acker";
    public static final String ACKER_INIT_STREAM_ID = "__ack_init";
    public static final String ACKER_ACK_STREAM_ID = "__ack_ack";
    public static final String ACKER_FAIL_STREAM_ID = "__ack_fail";
    public static final String ACKER_RESET_TIMEOUT_STREAM_ID = "__ack_reset_timeout";
    public static final int TIMEOUT_BUCKET_NUM = 3;

    private OutputCollector collector;
    private RotatingMap<Object, long[]> pending;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        pending = new RotatingMap<>(TIMEOUT_BUCKET_NUM);
    }

    @Override
    public void execute(Tuple input) {
        String stream = input.getSourceStreamId();
        if (Constants.SYSTEM_TICK_STREAM_ID.equals(stream)) {
            pending.rotate();
            return;
        }
        Object root = input.getValue(0);
        long[] record = pending.get(root);
        if (record == null) {
            record = new long[] {0, -1, 0};
            pending.put(root, record);
        }
        switch (stream) {
            case ACKER_INIT_STREAM_ID -> {
                record[0] ^= input.getLong(1); // of an init
                record[1] = input.getInteger(2);
            }
            case ACKER_ACK_STREAM_ID -> record[0] ^= input.getLong(1); // of an ack
            case ACKER_FAIL_STREAM_ID -> { record[2] = 1; pending.put(root, record); }
            default -> pending.put(root, record);
        }
        if (record[1] >= 0) {
            int task = (int) record[1];
            if (record[2] == 1) {
                pending.remove(root);
                collector.emitDirect(task, ACKER_FAIL_STREAM_ID, new Values(root, 0L));
            } else if (record[0] == 0) {
                pending.remove(root);
                collector.emitDirect(task, ACKER_ACK_STREAM_ID, new Values(root, 0L));
            } else if (stream.equals(ACKER_RESET_TIMEOUT_STREAM_ID)) {
                collector.emitDirect(task, stream, new Values(root, 0L));
            }
        }
        collector.ack(input);
    }

    @Override
    public void cleanup() {}
}
