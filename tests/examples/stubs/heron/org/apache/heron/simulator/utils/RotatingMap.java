package org.apache.heron.simulator.utils;

import java.util.HashMap;
import java.util.Map;

/** Stands in for Heron's class of this name, which no registry has: its public methods, written by ackproof. */
public class RotatingMap {
    private final int lifetime;
    private final Map<Long, Long> values = new HashMap<>();
    private final Map<Long, Integer> born = new HashMap<>();
    private int rotations;

    public RotatingMap(int nBuckets) {
        lifetime = nBuckets;
    }

    public void rotate() {
        rotations++;
        born.values().removeIf(rotation -> rotations - rotation >= lifetime);
        values.keySet().retainAll(born.keySet());
    }

    public void create(long key, long value) {
        values.put(key, value);
        born.put(key, rotations);
    }

    public boolean anchor(long key, long value) {
        Long anchored = values.computeIfPresent(key, (unused, old) -> old ^ value);
        return anchored != null && anchored == 0;
    }

    public boolean remove(long key) {
        born.remove(key);
        return values.remove(key) != null;
    }
}
