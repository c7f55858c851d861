package ackproof.storm.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The source of a topology whose tasks are all in this JVM. */
final class LocalSource implements Source {
    private static final Map<String, LocalSource> ALL = new ConcurrentHashMap<>();

    private final Deque<String> offered = new ArrayDeque<>();
    private final Set<String> left = new HashSet<>();
    private final Map<String, Integer> emissions = new HashMap<>();
    private final Map<String, Integer> receipts = new HashMap<>();
    private long asked;

    static LocalSource of(String topology) {
        return ALL.computeIfAbsent(topology, name -> new LocalSource());
    }

    synchronized void offer(Iterable<String> messages) {
        for (String message : messages) {
            offered.add(message);
            left.add(message);
        }
    }

    @Override
    public synchronized String take() {
        asked += 1;
        return offered.poll();
    }

    @Override
    public synchronized String tree(String message) {
        return message + "/" + emissions.merge(message, 1, Integer::sum);
    }

    @Override
    public synchronized int before(String bolt, String message) {
        return receipts.merge(bolt + " " + message, 1, Integer::sum) - 1;
    }

    @Override
    public synchronized void back(String message) {
        offered.add(message);
    }

    @Override
    public synchronized void done(String message) {
        left.remove(message);
    }

    synchronized boolean isDone() {
        return left.isEmpty();
    }

    /** Return how often spout tasks have asked for a message. */
    synchronized long asked() {
        return asked;
    }
}
