package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.storm.daemon.Acker;
import org.apache.storm.executor.spout.SpoutExecutor;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.AddressedTuple;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/**
 * The component {@code ids}: SpoutExecutors, which draw ids by emitting.
 *
 * <p>An emission to n tasks draws a root id and n edge ids, in this order. Nobody else takes from an executor's
 * generator. Its class is what Storm makes of it; the seed is ours, a random one for each executor, as it is for the
 * other components.
 */
final class IdsComponent implements Component {
    private final List<Long> seeds = new ArrayList<>();

    /** The executors that have drawn: to make one takes longer than to draw. */
    private final Map<Integer, Drawer> drawers = new HashMap<>();

    IdsComponent(int executors, long seed) {
        SplittableRandom source = new SplittableRandom(seed);
        for (int index = 0; index < executors; index++) {
            seeds.add(source.nextLong());
        }
    }

    @Override
    public JsonObject apply(JsonObject operation) throws BadRequest, ReflectiveOperationException {
        if (!Fields.text(operation, "op").equals("draw")) {
            throw new BadRequest(operation.get("op") + " is not an operation of ids");
        }
        int executor = Fields.integer(operation, "executor");
        int count = Fields.integer(operation, "count");
        if (executor < 0 || executor >= seeds.size() || count < 1) {
            throw new BadRequest("there are " + seeds.size() + " executors, counted from 0, and each draws 1 id or "
                    + "more, which is not so in " + operation);
        }
        if (!drawers.containsKey(executor)) {
            drawers.put(executor, new Drawer(seeds.get(executor)));
        }
        JsonArray ids = new JsonArray();
        drawers.get(executor).draw(count).forEach(id -> ids.add(String.valueOf(id)));
        JsonObject result = new JsonObject();
        result.add("ids", ids);
        return result;
    }

    /** An executor with one spout task. */
    private static final class Drawer implements ISpout {
        private static final long serialVersionUID = 1;

        private final transient Worker worker = new Worker("spout", 1, List.of(this));
        private transient SpoutOutputCollector collector;

        Drawer(long seed) throws ReflectiveOperationException {
            worker.start(new SpoutExecutor(worker.told(), worker.executorId(), Map.of()), seed);
        }

        List<Long> draw(int count) {
            worker.enter();
            worker.route(count - 1);
            collector.emit(Utils.DEFAULT_STREAM_ID, new Values("value"), "message");
            List<Long> ids = new ArrayList<>();
            for (Object each : worker.taken()) {
                Tuple tuple = ((AddressedTuple) each).getTuple();
                if (tuple.getSourceStreamId().equals(Acker.ACKER_INIT_STREAM_ID)) {
                    ids.add(0, tuple.getLong(0));
                } else {
                    ids.addAll(tuple.getMessageId().getAnchorsToIds().values());
                }
            }
            return ids;
        }

        @Override
        public void open(
                Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void ack(Object message) {}

        @Override
        public void fail(Object message) {}

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
