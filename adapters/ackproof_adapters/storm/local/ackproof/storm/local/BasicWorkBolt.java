package ackproof.storm.local;

import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** A basic bolt: Storm anchors, acks and fails for it, and the hook sees that. */
public final class BasicWorkBolt extends BaseBasicBolt {
    private static final long serialVersionUID = 1L;

    private final Work work;

    BasicWorkBolt(Work work) {
        this.work = work;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void prepare(Map conf, TopologyContext context) {
        work.prepare(context);
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector collector) {
        if (Work.isTick(tuple)) {
            return;
        }
        String conduct = work.arrives(tuple);
        work.emit(List.of(tuple.getStringByField("value")), List.of(work.receipt(tuple)), new Work.Sender() {
            @Override
            public List<Integer> emit(String stream, Values values) {
                return collector.emit(stream, values);
            }

            @Override
            public void emitDirect(int task, String stream, Values values) {
                collector.emitDirect(task, stream, values);
            }
        });
        if (conduct.equals("give-up")) {
            throw new FailedException("told to give up");
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        work.declare(declarer);
    }
}
