package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.reflect.Field;
import java.util.Map;
import org.apache.storm.daemon.Acker;
import org.apache.storm.tuple.AddressedTuple;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;

/**
 * The component {@code acker}: an Acker in a BoltExecutor, as it runs in a worker.
 *
 * <p>The other driver calls the acker alone; here its tuples and its collector are real as well.
 */
final class StackAcker implements Component {
    private static final String SPOUT = "spout";
    private static final String BOLT = "bolt";
    private static final Map<String, String> KINDS = Map.of(
            Acker.ACKER_ACK_STREAM_ID, "ack",
            Acker.ACKER_FAIL_STREAM_ID, "fail",
            Acker.ACKER_RESET_TIMEOUT_STREAM_ID, "reset-timeout");

    private final Bolts bolts;
    private final RealRotatingMap records;

    StackAcker(long seed) throws ReflectiveOperationException {
        Acker acker = new Acker();
        bolts = new Bolts(Acker.ACKER_COMPONENT_ID, acker, seed);
        Field pending = Acker.class.getDeclaredField("pending");
        pending.setAccessible(true);
        records = new RealRotatingMap(pending.get(acker));
    }

    @Override
    public JsonObject apply(JsonObject operation) throws BadRequest, ReflectiveOperationException {
        bolts.worker().enter();
        String name = Fields.text(operation, "op");
        switch (name) {
            case "init" -> receive(
                    SPOUT, Acker.ACKER_INIT_STREAM_ID, root(operation), value(operation), task(operation));
            case "ack" -> receive(BOLT, Acker.ACKER_ACK_STREAM_ID, root(operation), value(operation));
            case "fail" -> receive(BOLT, Acker.ACKER_FAIL_STREAM_ID, root(operation));
            case "reset-timeout" -> receive(BOLT, Acker.ACKER_RESET_TIMEOUT_STREAM_ID, root(operation));
            case "tick" -> bolts.tick();
            default -> throw new BadRequest(name + " is not an operation of an acker");
        }
        JsonArray notifications = new JsonArray();
        bolts.worker().taken().forEach(each -> notifications.add(notification((AddressedTuple) each)));
        JsonObject result = new JsonObject();
        result.add("notifications", notifications);
        result.addProperty("pending", records.size());
        return result;
    }

    private void receive(String from, String stream, Object... values) {
        bolts.receive(from, Worker.OTHER_TASK, stream, MessageId.makeUnanchored(), values);
    }

    private static JsonObject notification(AddressedTuple sent) {
        Tuple tuple = sent.getTuple();
        String kind = KINDS.get(tuple.getSourceStreamId());
        if (kind == null) {
            throw new IllegalStateException("the acker emitted on the stream " + tuple.getSourceStreamId());
        }
        JsonObject notification = new JsonObject();
        notification.addProperty("kind", kind);
        notification.addProperty("root", String.valueOf(tuple.getLong(0)));
        notification.addProperty("task", sent.getDest());
        return notification;
    }

    private static Long root(JsonObject operation) throws BadRequest {
        return Fields.number(operation, "root");
    }

    private static Long value(JsonObject operation) throws BadRequest {
        return Fields.number(operation, "value");
    }

    private static Integer task(JsonObject operation) throws BadRequest {
        return Fields.integer(operation, "task");
    }
}
