package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.daemon.Acker;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.AddressedTuple;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/** The component {@code anchoring}: a bolt task with its BoltOutputCollectorImpl, which receives what it emits. */
final class AnchoringComponent implements Component {
    private static final String SPOUT = "spout";
    private static final Map<String, String> WORDS = Map.of(
            Acker.ACKER_ACK_STREAM_ID, "ack",
            Acker.ACKER_FAIL_STREAM_ID, "fail",
            Acker.ACKER_RESET_TIMEOUT_STREAM_ID, "reset-timeout");

    private final User user = new User();
    private final Bolts bolts;
    private final Map<String, TupleImpl> tuples = new HashMap<>();

    AnchoringComponent(long seed) throws ReflectiveOperationException {
        bolts = new Bolts("bolt", user, seed);
    }

    @Override
    public JsonObject apply(JsonObject operation) throws BadRequest {
        bolts.worker().enter();
        String name = Fields.text(operation, "op");
        switch (name) {
            case "receive" -> tuples.put(
                    Fields.text(operation, "tuple"),
                    bolts.receive(SPOUT, Worker.OTHER_TASK, Utils.DEFAULT_STREAM_ID, messageId(operation), "value"));
            case "emit" -> emit(names(operation, "tuples"), names(operation, "anchors"));
            case "ack" -> user.collector.ack(tuple(Fields.text(operation, "tuple")));
            case "fail" -> user.collector.fail(tuple(Fields.text(operation, "tuple")));
            default -> throw new BadRequest(name + " is not an operation of anchoring");
        }
        return result(name.equals("emit") ? names(operation, "tuples") : List.of());
    }

    private void emit(List<String> names, List<String> anchors) throws BadRequest {
        bolts.worker().route(names.size());
        if (anchors.isEmpty()) {
            user.collector.emit(Utils.DEFAULT_STREAM_ID, new Values("value"));
            return;
        }
        List<Tuple> held = new ArrayList<>();
        for (String anchor : anchors) {
            held.add(tuple(anchor));
        }
        user.collector.emit(Utils.DEFAULT_STREAM_ID, held, new Values("value"));
    }

    /** Return what came of an operation; what it emitted gets these names, and arrives. */
    private JsonObject result(List<String> names) throws BadRequest {
        JsonArray messageIds = new JsonArray();
        JsonArray messages = new JsonArray();
        List<TupleImpl> emitted = new ArrayList<>();
        for (Object each : bolts.worker().taken()) {
            AddressedTuple sent = (AddressedTuple) each;
            String word = WORDS.get(sent.getTuple().getSourceStreamId());
            if (word == null) {
                emitted.add((TupleImpl) sent.getTuple());
                messageIds.add(messageId(sent.getTuple().getMessageId()));
            } else {
                messages.add(message(word, sent.getTuple()));
            }
        }
        if (emitted.size() != names.size()) {
            throw new IllegalStateException("tuples went to " + emitted.size() + " tasks in place of " + names.size());
        }
        for (int index = 0; index < names.size(); index++) {
            tuples.put(names.get(index), emitted.get(index));
            bolts.receive(emitted.get(index));
        }
        JsonObject result = new JsonObject();
        result.add("message_ids", messageIds);
        result.add("messages", messages);
        return result;
    }

    private static JsonObject message(String word, Tuple tuple) {
        JsonObject message = new JsonObject();
        message.addProperty("op", word);
        message.addProperty("root", String.valueOf(tuple.getLong(0)));
        if (word.equals("ack")) {
            message.addProperty("value", String.valueOf(tuple.getLong(1)));
        }
        return message;
    }

    private static JsonObject messageId(MessageId id) {
        JsonObject edges = new JsonObject();
        id.getAnchorsToIds().forEach((root, edge) -> edges.addProperty(String.valueOf(root), String.valueOf(edge)));
        return edges;
    }

    private static MessageId messageId(JsonObject operation) throws BadRequest {
        Map<Long, Long> edges = new HashMap<>();
        if (operation.get("message_id") instanceof JsonObject given) {
            for (String root : given.keySet()) {
                edges.put(Long.valueOf(root), Fields.number(given, root));
            }
        }
        return MessageId.makeId(edges);
    }

    private TupleImpl tuple(String name) throws BadRequest {
        TupleImpl tuple = tuples.get(name);
        if (tuple == null) {
            throw new BadRequest("there is no tuple " + name);
        }
        return tuple;
    }

    private static List<String> names(JsonObject operation, String field) throws BadRequest {
        if (!(operation.get(field) instanceof JsonArray given)) {
            throw new BadRequest("the field " + field + " should be a list in " + operation);
        }
        List<String> names = new ArrayList<>();
        for (JsonElement each : given) {
            names.add(each.getAsString());
        }
        return names;
    }

    /** A bolt of the user's: it lets the suite do what bolts do. */
    private static final class User implements IBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
        }

        @Override
        public void execute(Tuple input) {}

        @Override
        public void cleanup() {}
    }
}
