package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** The component {@code acker}: one acker task. */
final class AckerComponent implements Component {
    private final RealAcker acker;

    AckerComponent(RealAcker acker) {
        this.acker = acker;
    }

    @Override
    public JsonObject apply(JsonObject operation) throws BadRequest, ReflectiveOperationException {
        Collector done = acker.execute(message(operation));
        JsonArray notifications = new JsonArray();
        for (Collector.Notification each : done.notifications()) {
            JsonObject notification = new JsonObject();
            notification.addProperty("kind", each.kind());
            notification.addProperty("root", String.valueOf(each.root()));
            notification.addProperty("task", each.task());
            notifications.add(notification);
        }
        JsonObject result = new JsonObject();
        result.add("notifications", notifications);
        result.addProperty("acked", done.acked());
        result.addProperty("pending", acker.records().size());
        return result;
    }

    private static Message message(JsonObject operation) throws BadRequest {
        String name = Fields.text(operation, "op");
        return switch (name) {
            case "init" -> Message.init(root(operation), value(operation), Fields.integer(operation, "task"));
            case "ack" -> Message.ack(root(operation), value(operation));
            case "fail" -> Message.fail(root(operation));
            case "reset-timeout" -> Message.resetTimeout(root(operation));
            case "tick" -> Message.tick();
            default -> throw new BadRequest(name + " is not an operation of an acker");
        };
    }

    private static Long root(JsonObject operation) throws BadRequest {
        return Fields.number(operation, "root");
    }

    private static Long value(JsonObject operation) throws BadRequest {
        return Fields.number(operation, "value");
    }
}
