package ackproof.storm;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** An instance of the release's own RotatingMap. */
final class RealRotatingMap {
    private final Object map;
    private final Method put;
    private final Method get;
    private final Method containsKey;
    private final Method remove;
    private final Method size;
    private final Method rotate;
    /** What the callback was told in the rotation under way, or in the last. */
    private final Map<Object, Object> calledBack;

    /** A map that is there already; its callback, if it has one, is its owner's. */
    RealRotatingMap(Object map) throws NoSuchMethodException {
        this(map, null);
    }

    private RealRotatingMap(Object map, Map<Object, Object> calledBack) throws NoSuchMethodException {
        this.map = map;
        this.calledBack = calledBack;
        Class<?> type = map.getClass();
        put = type.getMethod("put", Object.class, Object.class);
        get = type.getMethod("get", Object.class);
        containsKey = type.getMethod("containsKey", Object.class);
        remove = type.getMethod("remove", Object.class);
        size = type.getMethod("size");
        rotate = type.getMethod("rotate");
    }

    /** Make a new map, with a callback that listens. */
    static RealRotatingMap make(StormClasses classes, int buckets) throws ReflectiveOperationException {
        Constructor<?> constructor = withCallback(classes.rotatingMap());
        Map<Object, Object> calledBack = new HashMap<>();
        Object callback = classes.standIn(constructor.getParameterTypes()[1], (self, method, pair) -> {
            if (calledBack.containsKey(pair[0])) {
                throw new IllegalStateException("the callback was called twice for " + pair[0]);
            }
            return calledBack.put(pair[0], pair[1]);
        });
        Object[] arguments = new Object[constructor.getParameterCount()];
        // JStorm takes a third argument: whether one thread alone uses the map. Its acker says true, and so do we.
        Arrays.fill(arguments, true);
        arguments[0] = buckets;
        arguments[1] = callback;
        return new RealRotatingMap(constructor.newInstance(arguments), calledBack);
    }

    private static Constructor<?> withCallback(Class<?> type) throws NoSuchMethodException {
        for (Constructor<?> constructor : type.getConstructors()) {
            Class<?>[] parameters = constructor.getParameterTypes();
            if (parameters.length >= 2 && parameters[0] == int.class && parameters[1].isInterface()) {
                return constructor;
            }
        }
        throw new NoSuchMethodException(type.getName() + " has no constructor with buckets and callback");
    }

    void put(Object key, Object value) throws ReflectiveOperationException {
        put.invoke(map, key, value);
    }

    Object get(Object key) throws ReflectiveOperationException {
        return get.invoke(map, key);
    }

    boolean containsKey(Object key) throws ReflectiveOperationException {
        return (Boolean) containsKey.invoke(map, key);
    }

    Object remove(Object key) throws ReflectiveOperationException {
        return remove.invoke(map, key);
    }

    int size() throws ReflectiveOperationException {
        return (Integer) size.invoke(map);
    }

    /** Return what expired, which the map tells twice: as the value of rotate, and entry by entry to its callback. */
    Map<?, ?> rotate() throws ReflectiveOperationException {
        calledBack.clear();
        Map<?, ?> returned = (Map<?, ?>) rotate.invoke(map);
        if (!returned.equals(calledBack)) {
            throw new IllegalStateException("rotate returned " + returned + ", its callback was told " + calledBack);
        }
        return returned;
    }
}
