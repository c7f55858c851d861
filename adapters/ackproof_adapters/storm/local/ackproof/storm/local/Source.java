package ackproof.storm.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The source of a topology, which lasts: it offers each message to one spout task at a time, and again when it fails. */
final class Source {
    private static final Map<String, Source> ALL = new ConcurrentHashMap<>();

    private final Deque<String> offered = new ArrayDeque<>();
    private final Set<String> left = new HashSet<>();
    private final Map<String, Integer> emissions = new HashMap<>();
    private final Map<String, Integer> receipts = new HashMap<>();
    private long asked;

    static Source of(String topology) {
        return ALL.computeIfAbsent(topology, name -> new Source());
    }

    synchronized void offer(Iterable<String> messages) {
        for (String message : messages) {
            offered.add(message);
            left.add(message);
        }
    }

    /** Return a message that is offered, or null. It is not offered any more. */
    synchronized String take() {
        asked += 1;
        return offered.poll();
    }

    /** Return the name of the next tree of a message. */
    synchronized String tree(String message) {
        return message + "/" + emissions.merge(message, 1, Integer::sum);
    }

    /** Return how often a bolt has taken something of a message before. */
    synchronized int before(String bolt, String message) {
        return receipts.merge(bolt + " " + message, 1, Integer::sum) - 1;
    }

    synchronized void back(String message) {
        offered.add(message);
    }

    synchronized void done(String message) {
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
