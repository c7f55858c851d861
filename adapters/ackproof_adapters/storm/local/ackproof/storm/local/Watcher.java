package ackproof.storm.local;

import java.util.List;
import java.util.Map;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.BoltFailInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * The hook that every task has, ackers too. It sees what goes to ackers and from them before it is sent, what acker tasks have executed, and
 * what Storm acked and failed for basic bolts.
 */
public final class Watcher extends BaseTaskHook {
    private static final ThreadLocal<String> ABOUT = new ThreadLocal<>();

    private Journal journal;
    private TopologyContext context;
    private String task;
    private boolean ackers;
    private boolean own;

    /** Take note of the receipt or tree that this thread calls the collector about. */
    static void about(String name) {
        ABOUT.set(name);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public void prepare(Map conf, TopologyContext context) {
        this.context = context;
        journal = Journal.of(conf);
        task = Journal.task(context, context.getThisTaskId());
        ackers = context.getThisComponentId().equals("__acker");
        own = !context.getThisComponentId().startsWith("__");
        if (journal.outlives() && (own || ackers)) {
            journal.write(task, "began");
        }
    }

    @Override
    public void emit(EmitInfo info) {
        if (info.stream.startsWith("__ack")) {
            journal.write(task, "reports", "stream", info.stream, "root", String.valueOf(info.values.get(0)), "values", values(info.values),
                    "to", Journal.tasks(context, info.outTasks), "about", ABOUT.get());
        } else if (journal.outlives() && own && !info.stream.startsWith("__")) {
            // Before it is sent: a process that dies before it has written where it went may have sent it.
            journal.write(task, "goes", "name", info.values.get(1), "to", Journal.tasks(context, info.outTasks));
        }
    }

    @Override
    public void boltExecute(BoltExecuteInfo info) {
        if (!ackers) {
            if (journal.outlives() && own) {
                journal.write(task, "over");
            }
            return;
        }
        Tuple tuple = info.tuple;
        if (Work.isTick(tuple)) {
            journal.write(task, "tick");
        } else {
            journal.write(task, "executed", "stream", tuple.getSourceStreamId(), "root", String.valueOf(tuple.getValue(0)),
                    "values", values(tuple.getValues()), "from", Journal.task(context, tuple.getSourceTask()));
        }
    }

    @Override
    public void boltAck(BoltAckInfo info) {
        letGo(info.tuple, "was-acked");
    }

    @Override
    public void boltFail(BoltFailInfo info) {
        letGo(info.tuple, "was-failed");
    }

    private void letGo(Tuple tuple, String what) {
        if (!ackers && !tuple.getSourceStreamId().startsWith("__")) {
            journal.write(task, what, "receipt", tuple.getStringByField("name") + "@" + task + "'");
        }
    }

    /** The values of a message to or from an acker: numbers, of 64 bits, as text. */
    private static List<String> values(List<Object> values) {
        return values.stream().map(String::valueOf).toList();
    }
}
