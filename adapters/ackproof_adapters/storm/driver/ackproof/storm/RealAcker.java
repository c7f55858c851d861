package ackproof.storm;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

/** An instance of the release's own acker, prepared as an executor would. */
final class RealAcker {
    /**
     * JStorm's acker rotates by the wall clock once half of this has gone by, and what depends on the clock cannot be
     * held to rules. So it never happens. The other ackers read no configuration.
     */
    private static final Map<String, Object> CONFIGURATION = Map.of("topology.message.timeout.secs", Integer.MAX_VALUE);

    private final StormClasses classes;
    private final Class<?> tupleType;
    private final Collector collector = new Collector();
    private final Object acker;
    private final Method execute;
    private final RealRotatingMap records;

    /** @param pending the fields that lead from the acker to its records */
    RealAcker(StormClasses classes, List<String> pending) throws ReflectiveOperationException {
        this.classes = classes;
        tupleType = classes.api("tuple.Tuple");
        acker = classes.acker().getConstructor().newInstance();
        execute = classes.acker().getMethod("execute", tupleType);
        Class<?> collectorType = classes.api("task.OutputCollector");
        Class<?> inner = classes.api("task.IOutputCollector");
        Object outer = collectorType.getConstructor(inner).newInstance(classes.standIn(inner, collector));
        Class<?> contextType = classes.api("task.TopologyContext");
        // The context stays null: no acker reads it.
        classes.acker()
                .getMethod("prepare", Map.class, contextType, collectorType)
                .invoke(acker, CONFIGURATION, null, outer);
        // An acker makes its map in prepare and keeps it, so it need be looked for only once.
        records = new RealRotatingMap(follow(acker, pending));
    }

    /**
     * Let the acker process a message; the collector has what it did.
     *
     * @throws InvocationTargetException if an exception came out of the acker
     */
    Collector execute(Message message) throws ReflectiveOperationException {
        Object tuple = classes.standIn(tupleType, message);
        collector.expect(tuple);
        execute.invoke(acker, tuple);
        return collector;
    }

    /** The map that the acker keeps its records in. */
    RealRotatingMap records() {
        return records;
    }

    private static Object follow(Object start, List<String> fields) throws ReflectiveOperationException {
        Object reached = start;
        for (String name : fields) {
            Field field = reached.getClass().getDeclaredField(name);
            field.setAccessible(true);
            reached = field.get(reached);
        }
        return reached;
    }
}
