package ackproof.storm;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A tuple as an acker receives it: where it is from, and its values. It answers what an acker asks of a tuple. */
record Message(String component, int task, String stream, List<Object> values) implements InvocationHandler {
    private static final String SYSTEM = "__system";
    private static final int SYSTEM_TASK = -1;
    private static final String BOLT = "bolt";
    private static final int BOLT_TASK = 1_000_000;

    static Message init(Object root, Object value, Integer task) {
        return new Message("spout", task == null ? SYSTEM_TASK : task, "__ack_init", values(root, value, task));
    }

    static Message ack(Object root, Object value) {
        return fromBolt("__ack_ack", root, value);
    }

    static Message fail(Object root) {
        return fromBolt("__ack_fail", root);
    }

    static Message resetTimeout(Object root) {
        return fromBolt("__ack_reset_timeout", root);
    }

    /** A tick as Storm's timer sends it; its value is the interval in seconds, which no acker reads. */
    static Message tick() {
        return fromSystem("__tick", 30);
    }

    static Message fromSystem(String stream, Object... values) {
        return new Message(SYSTEM, SYSTEM_TASK, stream, values(values));
    }

    static Message fromBolt(String stream, Object... values) {
        return new Message(BOLT, BOLT_TASK, stream, values(values));
    }

    private static List<Object> values(Object... values) {
        // Storm's Values is an ArrayList too: what is thrown for an index that is out of bounds depends on it.
        return new ArrayList<>(Arrays.asList(values));
    }

    @Override
    public Object invoke(Object tuple, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "getSourceComponent" -> component;
            case "getSourceTask" -> task;
            case "getSourceStreamId" -> stream;
            case "getValue", "getLong", "getInteger" -> values.get((Integer) arguments[0]);
            case "getValues" -> values;
            case "size" -> values.size();
            case "equals" -> tuple == arguments[0];
            case "hashCode" -> System.identityHashCode(tuple);
            case "toString" -> "tuple of " + component + " on " + stream + ": " + values;
            // Better no answer than one that no real tuple would give.
            default -> throw new UnsupportedOperationException("the acker asked its tuple for " + method.getName());
        };
    }
}
