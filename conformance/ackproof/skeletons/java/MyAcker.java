import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

// ---- Your acker goes here ------------------------------------------------------------------------------------------
// This one is right. Put yours in its place, or keep this class and call yours from these methods: what it says goes to
// the sender, where an output collector would take it. Mend nothing here that is wrong in your acker.

/** Says whether a tuple tree is done, with one number for each tree. */
public final class MyAcker implements Ackproof.Acker {
    private static final class Record {
        long ackVal;
        Integer task; // null until an init names it: 0 is an ordinary task
        boolean failed;
    }

    private final Ackproof.Sender sender;
    private final boolean everyMessageRefreshes;
    private final Deque<Map<Long, Record>> buckets = new ArrayDeque<>(); // the first takes what is new

    MyAcker(String profile, Ackproof.Sender sender) {
        this.sender = sender;
        everyMessageRefreshes = profile.equals("storm1");
        for (int i = 0; i < (profile.equals("storm1") ? 2 : 3); i++) {
            buckets.add(new HashMap<>());
        }
    }

    @Override
    public void init(long root, long value, int task) {
        Record record = take(root, everyMessageRefreshes);
        record.ackVal ^= value;
        record.task = task;
        finish(root, record);
    }

    @Override
    public void ack(long root, long value) {
        Record record = take(root, everyMessageRefreshes);
        record.ackVal ^= value;
        finish(root, record);
    }

    @Override
    public void fail(long root) {
        Record record = take(root, true);
        record.failed = true;
        finish(root, record);
    }

    @Override
    public void resetTimeout(long root) {
        Record record = take(root, true);
        if (record.task != null) {
            sender.send("reset-timeout", root, record.task);
        }
    }

    @Override
    public void tick() {
        buckets.removeLast(); // in silence: the spout has a clock of its own
        buckets.addFirst(new HashMap<>());
    }

    private Record take(long root, boolean refresh) {
        for (Map<Long, Record> bucket : buckets) {
            Record record = bucket.get(root);
            if (record != null && refresh) {
                bucket.remove(root);
                buckets.getFirst().put(root, record);
            }
            if (record != null) {
                return record;
            }
        }
        Record record = new Record(); // any message makes one
        buckets.getFirst().put(root, record);
        return record;
    }

    private void finish(long root, Record record) {
        if (record.task != null && (record.failed || record.ackVal == 0)) { // fail dominates ack
            buckets.forEach(bucket -> bucket.remove(root));
            sender.send(record.failed ? "fail" : "ack", root, record.task);
        }
    }

    // ---- End of your acker -----------------------------------------------------------------------------------------

    /** The version goes into the certificate: a release, or a commit. */
    public static void main(String[] arguments) throws IOException {
        Ackproof.serve("my-acker", "1.0", Ackproof.PROFILES, Ackproof.OPERATIONS, MyAcker::new);
    }
}
