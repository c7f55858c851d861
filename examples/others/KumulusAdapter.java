import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichSpout;
import org.apache.storm.tuple.Fields;
import org.xyro.kumulus.KumulusAcker;
import org.xyro.kumulus.KumulusEmitter;
import org.xyro.kumulus.KumulusTuple;
import org.xyro.kumulus.component.KumulusComponent;
import org.xyro.kumulus.component.KumulusSpout;

/**
 * The acker of kumulus behind ackproof.
 *
 * <p>kumulus keeps the tuples that are pending, by the task that they went to, where Storm keeps the xor of their ids. A
 * value of ackproof is taken for a set here: each bit that is one is a tuple. A bit that an ack brings is acked if it is
 * pending, and emitted if it is not, so what is pending is the xor of what came. Bit {@code n} goes to bolt task {@code n}
 * modulo the number of bolt tasks: with 64 of them no two tuples share a task, and with fewer some do.
 */
public final class KumulusAdapter implements Ackproof.Acker, KumulusEmitter {
    private static final int BITS = 64;
    private static final List<String> OPERATIONS = Arrays.asList("init", "ack", "fail");
    private static final List<String> ASSUMED = Arrays.asList("assumes-init-first", "assumes-no-duplicates");

    private final Ackproof.Sender sender;
    private final int boltTasks;
    private final KumulusAcker acker = new KumulusAcker(this, 0, true, 0, 0); // no bound, late acks ignored, no timeout
    private final Map<Long, Map<Integer, KumulusTuple>> pending = new HashMap<>(); // by root and bit

    private KumulusAdapter(Ackproof.Sender sender, int boltTasks) {
        this.sender = sender;
        this.boltTasks = boltTasks;
    }

    @Override
    public void init(long root, long value, int task) {
        acker.startTree(spout(task), root);
        pending.put(root, new HashMap<>());
        if (value == 0) {
            KumulusTuple only = emit(root, 0); // kumulus ends a tree at an ack, so one without tuples needs one
            acker.ack(bolt(0), only.getKTuple());
        } else {
            ack(root, value);
        }
    }

    @Override
    public void ack(long root, long value) {
        Map<Integer, KumulusTuple> tuples = pending.get(root);
        if (tuples == null) {
            acker.ack(bolt(0), tuple(root).getKTuple()); // kumulus does not know it either, and says what it does then
            return;
        }
        List<Integer> acked = new ArrayList<>();
        for (int bit = 0; bit < BITS; bit++) {
            if ((value >>> bit & 1) == 0) {
                continue;
            }
            if (tuples.containsKey(bit)) {
                acked.add(bit);
            } else {
                tuples.put(bit, emit(root, bit)); // before any ack, as a bolt emits before it acks
            }
        }
        for (int bit : acked) {
            acker.ack(bolt(bit), tuples.remove(bit).getKTuple());
        }
    }

    /** A fail of ackproof does not say which tuple it is about, so all that are pending fail. */
    @Override
    public void fail(long root) {
        Map<Integer, KumulusTuple> tuples = pending.get(root);
        if (tuples == null) {
            acker.fail(bolt(0), tuple(root).getKTuple());
            return;
        }
        new HashMap<>(tuples).forEach((bit, tuple) -> acker.fail(bolt(bit), tuple.getKTuple()));
    }

    private KumulusTuple emit(long root, int bit) {
        KumulusTuple tuple = tuple(root);
        acker.expandTrees(bolt(bit), bolt(bit).getTaskId(), tuple);
        return tuple;
    }

    private KumulusTuple tuple(long root) {
        return new KumulusTuple(bolt(0), "default", Collections.emptyList(), root, Collections.emptyMap());
    }

    private KumulusComponent bolt(int bit) {
        return new KumulusComponent(Collections.emptyMap(), new Place("bolt", bit % boltTasks)) {};
    }

    private static KumulusSpout spout(int task) {
        return new KumulusSpout(Collections.emptyMap(), new Place("spout", task), NO_SPOUT);
    }

    private static final IRichSpout NO_SPOUT = (IRichSpout) Proxy.newProxyInstance(
            KumulusAdapter.class.getClassLoader(), new Class<?>[] {IRichSpout.class}, (proxy, method, given) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    /** Where a component stands: all that kumulus asks about a topology here. */
    private static final class Place extends TopologyContext {
        private final String component;
        private final int task;

        Place(String component, int task) {
            super(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
            this.component = component;
            this.task = task;
        }

        @Override
        public String getThisComponentId() {
            return component;
        }

        @Override
        public int getThisTaskId() {
            return task;
        }

        @Override
        public int getThisTaskIndex() {
            return 0;
        }

        @Override
        public String getComponentId(int taskId) {
            return component;
        }

        @Override
        public Fields getComponentOutputFields(String componentId, String streamId) {
            return new Fields();
        }
    }

    @Override
    public void completeMessageProcessing(
            KumulusSpout spout, Object root, List<Integer> timeoutTasks, List<Integer> failedTasks) {
        pending.remove(root);
        boolean acked = timeoutTasks.isEmpty() && failedTasks.isEmpty();
        sender.send(acked ? "ack" : "fail", (Long) root, spout.getTaskId());
    }

    @Override
    public List<KumulusComponent> getDestinations(List<Integer> tasks) {
        throw new UnsupportedOperationException("the acker asks for no destinations");
    }

    @Override
    public void execute(KumulusComponent destination, KumulusTuple tuple) {
        throw new UnsupportedOperationException("the acker executes nothing");
    }

    @Override
    public void throwException(Throwable error) {
        throw new IllegalStateException(error);
    }

    public static void main(String[] arguments) throws IOException {
        int boltTasks = arguments.length > 1 ? Integer.parseInt(arguments[1]) : BITS;
        Ackproof.serve(
                "kumulus",
                arguments.length > 0 ? arguments[0] : "unknown",
                Collections.singletonList("storm2"),
                OPERATIONS,
                ASSUMED,
                (profile, sender) -> new KumulusAdapter(sender, boltTasks));
    }
}
