import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.heron.simulator.utils.RotatingMap;

/**
 * Heron's acker behind ackproof: a {@link RotatingMap} for each spout task, called as Heron's stream executor calls them.
 *
 * <p>Heron sends the spout task with each message, and ackproof with an init only. So this remembers it, and nothing else
 * of a tree.
 */
public final class HeronAdapter implements Ackproof.Acker {
    private static final int BUCKETS = 3;
    private static final List<String> OPERATIONS = Arrays.asList("init", "ack", "fail", "tick");
    private static final List<String> ASSUMED = Arrays.asList("assumes-init-first", "assumes-no-duplicates");

    private final Ackproof.Sender sender;
    private final Map<Integer, RotatingMap> maps = new HashMap<>();
    private final Map<Long, Integer> taskOf = new HashMap<>();

    private HeronAdapter(Ackproof.Sender sender) {
        this.sender = sender;
    }

    @Override
    public void init(long root, long value, int task) {
        taskOf.put(root, task);
        maps.computeIfAbsent(task, unused -> new RotatingMap(BUCKETS)).create(root, value);
        ack(root, 0); // create does not say whether the value is zero, and anchor does
    }

    @Override
    public void ack(long root, long value) {
        Integer task = taskOf.get(root);
        if (task != null && maps.get(task).anchor(root, value)) {
            maps.get(task).remove(root);
            sender.send("ack", root, task);
        }
    }

    @Override
    public void fail(long root) {
        Integer task = taskOf.get(root);
        if (task != null && maps.get(task).remove(root)) {
            sender.send("fail", root, task);
        }
    }

    @Override
    public void tick() {
        maps.values().forEach(RotatingMap::rotate); // Heron's timer does this
    }

    public static void main(String[] arguments) throws IOException {
        Ackproof.serve(
                "heron",
                arguments.length > 0 ? arguments[0] : "unknown",
                Collections.singletonList("storm2"),
                OPERATIONS,
                ASSUMED,
                (profile, sender) -> new HeronAdapter(sender));
    }
}
