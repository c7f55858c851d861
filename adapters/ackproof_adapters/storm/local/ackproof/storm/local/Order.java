package ackproof.storm.local;

import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A topology that is to be run, as it is ordered in JSON. */
final class Order implements Serializable {
    private static final long serialVersionUID = 1L;

    String name;
    List<String> messages;
    List<String> untracked = List.of();
    int spouts;
    /** Executors that its spout tasks are in; one for each of them if it is not said. */
    int executors;
    int ackers;
    /** Seconds after which a spout gives a message up. */
    int timeout;
    /** The bound on what a spout task waits for, or none. */
    Integer pending;
    /** Seconds after which nobody waits any more for the end. */
    int bound;
    List<Bolt> bolts;
    /** Milliseconds that a bolt takes for an input. */
    int work;
    /** Where its workers write, in a cluster of several processes; none in a LocalCluster. */
    String folder;
    /** How many workers there are. */
    int workers = 1;
    /** What is planted: see {@link Main}. */
    List<String> planted = List.of();

    /** A bolt: what it is, and how it takes the tuples of the components that it stands after. */
    static final class Bolt implements Serializable {
        private static final long serialVersionUID = 1L;

        String name;
        String kind;
        int tasks;
        int fan;
        int enough;
        int streams;
        Map<String, Taking> after;
        /** How it takes the tuples that come of a message, one receipt after the other; normally where nothing is said. */
        Map<String, List<String>> conducts = new HashMap<>();
    }

    /** A stream, counted from 1, and the grouping. */
    static final class Taking implements Serializable {
        private static final long serialVersionUID = 1L;

        int stream;
        String grouping;
    }
}
