package ackproof.storm.local;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** A bolt that acks and fails itself: plain, loose, or one that works in batches. */
public final class WorkBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final Work work;
    private transient OutputCollector collector;
    private transient List<Tuple> held;
    private transient List<Tuple> forgotten;

    WorkBolt(Work work) {
        this.work = work;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void prepare(Map conf, TopologyContext context, OutputCollector collector) {
        this.collector = collector;
        held = new ArrayList<>();
        forgotten = new ArrayList<>();
        work.prepare(context);
    }

    @Override
    public void execute(Tuple tuple) {
        if (Work.isTick(tuple)) {
            if (!held.isEmpty()) {
                work.journal.write(work.task, "flush");
                finish(held);
            }
            return;
        }
        String conduct = work.arrives(tuple);
        if (conduct.equals("give-up")) {
            letGo(tuple, false);
            return;
        }
        boolean batch = work.bolt.kind.equals("batch");
        if (conduct.equals("forget") && (!batch || held.size() + 1 >= work.bolt.enough)) {
            forgotten.add(tuple); // what a batch only takes in, it does not let go of now, and forgets nothing
        }
        if (!batch) {
            finish(new ArrayList<>(List.of(tuple)));
            if (conduct.equals("emit-after-ack")) {
                work.emitLate(tuple.getStringByField("value"), work.receipt(tuple), sender(List.of(tuple)));
            }
            return;
        }
        held.add(tuple);
        if (held.size() >= work.bolt.enough) {
            finish(held);
        }
    }

    /** Emit what comes of some inputs and ack them, but for what is to be forgotten. */
    private void finish(List<Tuple> inputs) {
        List<Tuple> anchors = work.bolt.kind.equals("loose") ? List.of() : new ArrayList<>(inputs);
        List<String> values = new ArrayList<>();
        inputs.forEach(each -> values.add(each.getStringByField("value")));
        List<String> names = new ArrayList<>();
        anchors.forEach(each -> names.add(work.receipt(each)));
        work.emit(values, names, sender(anchors));
        for (Tuple each : inputs) {
            if (!forgotten.remove(each)) {
                letGo(each, true);
            }
        }
        inputs.clear();
    }

    private Work.Sender sender(List<Tuple> anchors) {
        return new Work.Sender() {
            @Override
            public List<Integer> emit(String stream, Values made) {
                return anchors.isEmpty() ? collector.emit(stream, made) : collector.emit(stream, anchors, made);
            }

            @Override
            public void emitDirect(int task, String stream, Values made) {
                if (anchors.isEmpty()) {
                    collector.emitDirect(task, stream, made);
                } else {
                    collector.emitDirect(task, stream, anchors, made);
                }
            }
        };
    }

    private void letGo(Tuple tuple, boolean processed) {
        String receipt = work.receipt(tuple);
        Watcher.about(receipt);
        work.journal.write(work.task, processed ? "acks" : "fails", "receipt", receipt);
        if (processed) {
            collector.ack(tuple);
        } else {
            collector.fail(tuple);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        work.declare(declarer);
    }
}
