package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.daemon.Acker;
import org.apache.storm.executor.spout.SpoutExecutor;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.AddressedTuple;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * The component {@code spout}: a SpoutExecutor with its tasks, each with a SpoutOutputCollectorImpl.
 *
 * <p>The suite names tasks and roots. The executor's tasks are numbered in a row, and it draws its roots itself: both
 * are translated, and a root that belongs to no emission of the suite's is told as it is.
 */
final class SpoutComponent implements Component {
    private static final Map<String, String> STREAMS = Map.of(
            "ack", Acker.ACKER_ACK_STREAM_ID,
            "fail", Acker.ACKER_FAIL_STREAM_ID,
            "reset-timeout", Acker.ACKER_RESET_TIMEOUT_STREAM_ID);

    private final Worker worker;
    private final SpoutExecutor executor;
    private final List<Integer> tasks;
    private final List<Spout> spouts = new ArrayList<>();

    /** The executor's root for each of the suite's, and the other way round. */
    private final Map<Long, Long> drawn = new HashMap<>();

    private final Map<Long, Long> named = new HashMap<>();

    /** The suite's root for the emission under way, until it is known which one the executor has drawn. */
    private Long emitting;

    SpoutComponent(List<Integer> tasks, int ackers, long seed) throws ReflectiveOperationException {
        this.tasks = tasks;
        tasks.forEach(task -> spouts.add(new Spout(task)));
        worker = new Worker("spout", ackers, spouts);
        executor = new SpoutExecutor(worker.told(), worker.executorId(), Map.of());
        worker.start(executor, seed);
    }

    @Override
    public JsonObject apply(JsonObject operation) throws BadRequest {
        worker.enter();
        String name = Fields.text(operation, "op");
        switch (name) {
            case "emit" -> emit(operation);
            case "notify" -> {
                String stream = STREAMS.get(Fields.text(operation, "kind"));
                if (stream == null) {
                    throw new BadRequest(operation.get("kind") + " is not what an acker says");
                }
                executor.accept(word(stream, Fields.number(operation, "root"), task(operation)));
            }
            case "tick" -> executor.accept(Worker.tick());
            default -> throw new BadRequest(name + " is not an operation of a spout");
        }
        JsonArray effects = new JsonArray();
        worker.taken().forEach(each -> effects.add(effect(each)));
        emitting = null;
        JsonObject result = new JsonObject();
        result.add("effects", effects);
        result.addProperty("pending", spouts.get(0).collector.getPendingCount());
        return result;
    }

    private void emit(JsonObject operation) throws BadRequest {
        if (!(operation.get("edges") instanceof JsonArray edges)) {
            throw new BadRequest("the field edges should be a list in " + operation);
        }
        Spout spout = spouts.get(task(operation) - Worker.FIRST_TASK);
        worker.route(edges.size());
        emitting = Fields.number(operation, "root");
        spout.collector.emit(Utils.DEFAULT_STREAM_ID, new Values("value"), Fields.textOrNull(operation, "message"));
    }

    private AddressedTuple word(String stream, Long root, int task) {
        // The time that the tree took, in milliseconds: for statistics.
        Object[] values = {drawn.getOrDefault(root, root), 0L};
        TupleImpl tuple = Worker.tuple(
                Acker.ACKER_COMPONENT_ID, Worker.ACKER_TASK, stream, MessageId.makeUnanchored(), values);
        return new AddressedTuple(task, tuple);
    }

    private int task(JsonObject operation) throws BadRequest {
        int index = tasks.indexOf(Fields.integer(operation, "task"));
        if (index < 0) {
            throw new BadRequest("the executor runs the tasks " + tasks + ", not that of " + operation);
        }
        return Worker.FIRST_TASK + index;
    }

    private JsonObject effect(Object happened) {
        JsonObject effect = new JsonObject();
        if (happened instanceof Callback call) {
            effect.addProperty("effect", "callback");
            effect.addProperty("kind", call.kind());
            effect.addProperty("task", call.task());
            effect.addProperty("message", String.valueOf(call.message()));
            return effect;
        }
        AddressedTuple sent = (AddressedTuple) happened;
        Tuple tuple = sent.getTuple();
        if (tuple.getSourceStreamId().equals(Acker.ACKER_INIT_STREAM_ID)) {
            effect.addProperty("effect", "init");
            effect.addProperty("root", String.valueOf(nameOf(tuple.getLong(0))));
            effect.addProperty("value", String.valueOf(tuple.getLong(1)));
            effect.addProperty("task", tasks.get(tuple.getInteger(2) - Worker.FIRST_TASK));
            return effect;
        }
        JsonObject messageId = new JsonObject();
        tuple.getMessageId()
                .getAnchorsToIds()
                .forEach((root, edge) -> messageId.addProperty(String.valueOf(nameOf(root)), String.valueOf(edge)));
        effect.addProperty("effect", "sent");
        effect.addProperty("receiver", Worker.receiver(sent));
        effect.add("message_id", messageId);
        return effect;
    }

    /** Return the suite's name of a root. The first that is new in an emission is the one that it has drawn. */
    private Long nameOf(Long root) {
        if (emitting != null && !named.containsKey(root)) {
            named.put(root, emitting);
            drawn.put(emitting, root);
            emitting = null; // what else is new was not drawn for a root
        }
        return named.getOrDefault(root, root);
    }

    /** A call of a spout task's {@code ack} or {@code fail}, under the suite's name of the task. */
    private record Callback(String kind, int task, Object message) {}

    /** A spout of the user's: it has nothing to say of itself, and notes what it is told. */
    private final class Spout implements ISpout {
        private static final long serialVersionUID = 1;

        private final int name;
        private transient SpoutOutputCollector collector;

        Spout(int name) {
            this.name = name;
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void ack(Object message) {
            worker.note(new Callback("ack", name, message));
        }

        @Override
        public void fail(Object message) {
            worker.note(new Callback("fail", name, message));
        }

        @Override
        public void nextTuple() {}

        @Override
        public void activate() {}

        @Override
        public void deactivate() {}

        @Override
        public void close() {}
    }
}
