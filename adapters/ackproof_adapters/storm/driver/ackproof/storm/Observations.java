package ackproof.storm;

import com.google.gson.JsonObject;
import java.lang.reflect.InvocationTargetException;
import java.util.stream.Collectors;

/** What the release's acker does where no rule says what it should; found by doing it, to a new acker each time. */
final class Observations {
    private static final Long ROOT = 5L;
    private static final Long VALUE = 17L;
    private static final Integer SPOUT_TASK = 7;

    private final Release release;
    private final StormClasses classes;

    Observations(Release release, StormClasses classes) {
        this.release = release;
        this.classes = classes;
    }

    JsonObject all() throws ReflectiveOperationException {
        JsonObject seen = new JsonObject();
        seen.addProperty("init and ack, spout task -2", after(Message.init(ROOT, VALUE, -2), Message.ack(ROOT, VALUE)));
        seen.addProperty("init and ack, spout task -1", after(Message.init(ROOT, VALUE, -1), Message.ack(ROOT, VALUE)));
        seen.addProperty("init, spout task null", after(Message.init(ROOT, VALUE, null)));
        seen.addProperty(
                "init and ack, root null", after(Message.init(null, VALUE, SPOUT_TASK), Message.ack(null, VALUE)));
        seen.addProperty("ack of an unknown root, value null", after(Message.ack(ROOT, null)));
        seen.addProperty("unknown stream", after(Message.fromBolt("no_such_stream", ROOT)));
        seen.addProperty("reset-timeout of an unknown root", after(Message.resetTimeout(ROOT)));
        seen.addProperty("tick before any message", after(Message.tick()));
        seen.addProperty("init and three ticks", after(init(), Message.tick(), Message.tick(), Message.tick()));
        Message userTick = Message.fromBolt("__tick", 30);
        seen.addProperty("init and three __tick of a user's component", after(init(), userTick, userTick, userTick));
        // Storm's flush tuple has no values at all.
        seen.addProperty("flush tuple", after(Message.fromSystem("__flush")));
        return seen;
    }

    private static Message init() {
        return Message.init(ROOT, VALUE, SPOUT_TASK);
    }

    /** Return in words what came of the last of these messages, and what is left of them all. */
    private String after(Message... messages) throws ReflectiveOperationException {
        RealAcker acker = new RealAcker(classes, release.pending());
        String happened = "";
        for (Message message : messages) {
            happened = happened(acker, message);
        }
        return happened + ", " + left(acker.records());
    }

    private static String happened(RealAcker acker, Message message) throws ReflectiveOperationException {
        try {
            Collector done = acker.execute(message);
            String said = done.notifications().stream()
                    .map(each -> each.kind() + " notified to task " + each.task())
                    .collect(Collectors.joining(", "));
            return (said.isEmpty() ? "nothing notified" : said) + ", input " + (done.acked() ? "acked" : "not acked");
        } catch (InvocationTargetException thrown) {
            return thrown.getCause().getClass().getSimpleName();
        }
    }

    private static String left(RealRotatingMap records) throws ReflectiveOperationException {
        if (records.size() == 0) {
            return "no record left";
        }
        boolean isNil = records.containsKey(ROOT) && records.get(ROOT) == null;
        return records.size() + (isNil ? " nil record left" : " record left");
    }
}
