package ackproof.storm.local;

/** The source of a topology, which lasts: it offers each message to one spout task at a time, and again when it fails. */
interface Source {
    /** Return the source of a topology, as one of its tasks sees it. */
    static Source of(Order order, String task) {
        return order.folder == null ? LocalSource.of(order.name) : new RemoteSource(order, task);
    }

    /** Return a message that is offered, or null. It is not offered any more. */
    String take();

    /** Return the name of the next tree of a message that was taken. */
    String tree(String message);

    /** Return how often a bolt has taken something of a message before. */
    int before(String bolt, String message);

    void back(String message);

    void done(String message);
}
