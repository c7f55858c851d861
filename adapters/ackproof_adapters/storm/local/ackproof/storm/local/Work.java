package ackproof.storm.local;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** What the tasks of all kinds of bolts have in common: what they make of inputs, where that goes, and the journal. */
final class Work implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Sends values by a stream, or by a stream to a task; returns the tasks that they went to. */
    interface Sender {
        List<Integer> emit(String stream, Values values);

        void emitDirect(int task, String stream, Values values);
    }

    final Order order;
    final Order.Bolt bolt;
    transient Journal journal;
    transient TopologyContext context;
    transient String task;
    private transient Source source;

    Work(Order order, Order.Bolt bolt) {
        this.order = order;
        this.bolt = bolt;
    }

    void prepare(TopologyContext context) {
        this.context = context;
        journal = Journal.of(order.name, order.folder);
        task = Journal.task(context, context.getThisTaskId());
        source = Source.of(order, task);
        journal.write(task, "opened");
    }

    static boolean isTick(Tuple tuple) {
        return tuple.getSourceStreamId().equals("__tick");
    }

    /** Return the name of the receipt of a tuple: it is received once here, or the journal shows it twice. */
    String receipt(Tuple tuple) {
        return tuple.getStringByField("name") + "@" + task + "'";
    }

    /** Write that a tuple has arrived; return how the task is to take it. */
    String arrives(Tuple tuple) {
        String value = tuple.getStringByField("value");
        String message = value.split("[.+]", 2)[0];
        List<String> conducts = bolt.conducts.getOrDefault(message, List.of());
        int number = source.before(bolt.name, message);
        String conduct = number < conducts.size() ? conducts.get(number) : "normal";
        Map<String, String> roots = new HashMap<>();
        tuple.getMessageId().getAnchorsToIds().forEach((root, edge) -> roots.put(String.valueOf(root), String.valueOf(edge)));
        journal.write(task, "arrives", "name", tuple.getStringByField("name"), "from", Journal.task(context, tuple.getSourceTask()),
                "receipt", receipt(tuple), "conduct", conduct, "roots", roots);
        Watcher.about(receipt(tuple));
        labour();
        return conduct;
    }

    /** Take the time that the work takes: so things are under way when a process dies. */
    private void labour() {
        try {
            Thread.sleep(order.work);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt(); // the worker is being shut down
        }
    }

    /** Emit what comes of some values, anchored to some receipts. */
    void emit(List<String> values, List<String> anchors, Sender sender) {
        String joined = String.join("+", values);
        if (order.planted.contains("bolt-throws-away") && bolt.name.equals(order.bolts.get(0).name)) {
            return;
        }
        for (int number = 1; number <= bolt.fan; number++) {
            emit(number, bolt.fan == 1 ? joined : joined + "." + number, anchors, sender);
        }
    }

    /** Emit once more than the bolt should, after an input was acked. */
    void emitLate(String value, String anchor, Sender sender) {
        emit(bolt.fan + 1, value + "." + (bolt.fan + 1), List.of(anchor), sender);
    }

    private void emit(int number, String value, List<String> anchors, Sender sender) {
        int stream = (number - 1) % bolt.streams + 1;
        if (takes(stream, false)) {
            String name = journal.fresh();
            journal.write(task, "emits", "name", name, "value", value, "anchors", anchors);
            List<Integer> to = sender.emit("s" + stream, new Values(value, name));
            journal.write(task, "sent", "name", name, "to", Journal.tasks(context, to));
        }
        for (Order.Bolt next : order.bolts) {
            Order.Taking taking = next.after.get(bolt.name);
            if (taking != null && taking.grouping.equals("direct") && taking.stream == stream) {
                List<Integer> tasks = new ArrayList<>(context.getComponentTasks(next.name));
                tasks.sort(null);
                int to = tasks.get((number - 1) % tasks.size());
                String name = journal.fresh();
                journal.write(task, "emits", "name", name, "value", value, "anchors", anchors);
                journal.write(task, "sent", "name", name, "to", List.of(Journal.task(context, to)));
                sender.emitDirect(to, "d-" + next.name, new Values(value, name));
            }
        }
    }

    private boolean takes(int stream, boolean direct) {
        return order.bolts.stream().map(next -> next.after.get(bolt.name)).anyMatch(
                taking -> taking != null && taking.stream == stream && taking.grouping.equals("direct") == direct);
    }

    void declare(OutputFieldsDeclarer declarer) {
        Fields fields = new Fields("value", "name");
        for (int stream = 1; stream <= bolt.streams; stream++) {
            declarer.declareStream("s" + stream, fields);
        }
        for (Order.Bolt next : order.bolts) {
            Order.Taking taking = next.after.get(bolt.name);
            if (taking != null && taking.grouping.equals("direct")) {
                declarer.declareStream("d-" + next.name, true, fields);
            }
        }
    }
}
