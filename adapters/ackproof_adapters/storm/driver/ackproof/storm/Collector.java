package ackproof.storm;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What an acker emits to and acks with: it writes down what was done with it while one tuple was processed. */
final class Collector implements InvocationHandler {
    private static final Map<String, String> KINDS = Map.of(
            "__ack_ack", "ack",
            "__ack_fail", "fail",
            "__ack_reset_timeout", "reset-timeout");

    private Object input;
    private List<Notification> notifications;
    private boolean acked;

    /** What the acker told a spout task of a root. The root is whatever it emitted: mostly, but not always, a Long. */
    record Notification(String kind, Object root, int task) {}

    /** Forget everything, and await what comes of this tuple. */
    void expect(Object tuple) {
        input = tuple;
        notifications = new ArrayList<>();
        acked = false;
    }

    /** All notifications since the last tuple came in, in order. */
    List<Notification> notifications() {
        return notifications;
    }

    /** Whether the tuple that came in last was acked. */
    boolean acked() {
        return acked;
    }

    @Override
    public Object invoke(Object collector, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "emitDirect" -> notifications.add(notification(arguments));
            case "ack" -> ack(arguments[0]);
            case "reportError" -> throw new IllegalStateException("the acker reported " + arguments[0]);
            default -> throw new UnsupportedOperationException("the acker called " + method.getName());
        }
        return null;
    }

    private static Notification notification(Object[] arguments) {
        String kind = KINDS.get((String) arguments[1]);
        if (kind == null) {
            throw new UnsupportedOperationException("the acker emitted on the stream " + arguments[1]);
        }
        return new Notification(kind, ((List<?>) arguments[3]).get(0), (Integer) arguments[0]);
    }

    private void ack(Object tuple) {
        // The suite is told no more than "acked", so what is neither yes nor no must not pass for either.
        if (tuple != input || acked) {
            throw new IllegalStateException("the acker acked a tuple twice, or one that is not its input");
        }
        acked = true;
    }
}
