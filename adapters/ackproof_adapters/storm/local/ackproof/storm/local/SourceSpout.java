package ackproof.storm.local;

import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Emits what the source offers. */
public final class SourceSpout extends BaseRichSpout {
    private static final long serialVersionUID = 1L;
    /** Nanoseconds for which a spout task is asked nothing only if it waits for its bound, or the machine is slow. */
    private static final long LONG = 500_000_000L;

    private final Order order;
    private transient Journal journal;
    private transient Source source;
    private transient SpoutOutputCollector collector;
    private transient TopologyContext context;
    private transient String task;
    private transient long asked;

    SourceSpout(Order order) {
        this.order = order;
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void open(Map conf, TopologyContext context, SpoutOutputCollector collector) {
        this.collector = collector;
        this.context = context;
        journal = Journal.of(order.name, order.folder);
        task = Journal.task(context, context.getThisTaskId());
        source = Source.of(order, task);
        journal.write(task, "opened");
    }

    @Override
    public void nextTuple() {
        noteStall();
        String message = source.take();
        if (message == null) {
            return;
        }
        boolean tracked = !order.untracked.contains(message);
        String tree = source.tree(message);
        String name = journal.fresh();
        Watcher.about(tree);
        journal.write(task, "next", "message", message, "tree", tree, "name", name, "tracked", tracked);
        Values values = new Values(message, name);
        List<Integer> to = tracked ? collector.emit("s1", values, tree) : collector.emit("s1", values);
        journal.write(task, "sent", "name", name, "to", Journal.tasks(context, to));
        Watcher.about(null);
        if (!tracked) {
            journal.write(task, "done", "message", message);
            source.done(message);
        }
    }

    private void noteStall() {
        long now = System.nanoTime();
        if (asked != 0 && now - asked > LONG) {
            journal.write(task, "stalled");
        }
        asked = now;
    }

    @Override
    public void ack(Object id) {
        String message = message(id);
        journal.write(task, "called-ack", "tree", id, "message", message);
        journal.write(task, "done", "message", message);
        source.done(message);
    }

    @Override
    public void fail(Object id) {
        String message = message(id);
        journal.write(task, "called-fail", "tree", id, "message", message);
        if (order.planted.contains("spout-swallows-fail")) {
            return;
        }
        journal.write(task, "back", "message", message);
        source.back(message);
    }

    private static String message(Object id) {
        return ((String) id).substring(0, ((String) id).lastIndexOf('/'));
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declareStream("s1", new Fields("value", "name"));
    }
}
