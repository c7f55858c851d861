import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An acker of the shape that Storm's has: it gets tuples of four streams, and ticks, and sends through a collector.
 *
 * <p>It knows nothing of ackproof. {@link Main} plugs it in. This one has the ways of the profile storm2.
 */
public final class CollectorAcker {
    /** What takes the acker's notifications: a stream, the spout task that it goes to, and the root. */
    public interface Collector {
        /** Emit a root to a task, on a stream. */
        void emitDirect(int task, String stream, long root);
    }

    static final String INIT = "__ack_init";
    static final String ACK = "__ack_ack";
    static final String FAIL = "__ack_fail";
    static final String RESET_TIMEOUT = "__ack_reset_timeout";

    private static final int BUCKETS = 3;

    private static final class Tree {
        long ackVal;
        int spoutTask = -1; // no init has named it
        boolean failed;
        long since; // the rotation of its last put
    }

    private final Collector collector;
    private final Map<Long, Tree> pending = new LinkedHashMap<>();
    private long rotations;

    CollectorAcker(Collector collector) {
        this.collector = collector;
    }

    /** Act on a tuple. A fail and a reset-timeout have no value, and only an init has a task. */
    void execute(String stream, long root, long value, int task) {
        Tree tree = pending.get(root);
        if (tree == null) {
            tree = new Tree(); // any message makes a record: it may have overtaken the init
            tree.since = rotations;
            pending.put(root, tree);
        }
        switch (stream) {
            case INIT:
                tree.ackVal ^= value;
                tree.spoutTask = task;
                break;
            case ACK:
                tree.ackVal ^= value;
                break;
            case FAIL:
                tree.failed = true;
                tree.since = rotations;
                break;
            default:
                tree.since = rotations;
        }
        if (tree.spoutTask < 0) {
            return;
        }
        if (tree.failed || tree.ackVal == 0) {
            pending.remove(root);
            collector.emitDirect(tree.spoutTask, tree.failed ? FAIL : ACK, root);
        } else if (stream.equals(RESET_TIMEOUT)) {
            collector.emitDirect(tree.spoutTask, RESET_TIMEOUT, root);
        }
    }

    /** Forget what nothing was put into for as many ticks as there are buckets. */
    void tick() {
        rotations++;
        pending.values().removeIf(tree -> rotations - tree.since >= BUCKETS);
    }
}
