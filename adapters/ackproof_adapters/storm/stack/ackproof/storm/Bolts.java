package ackproof.storm;

import java.util.List;
import java.util.Map;
import org.apache.storm.executor.bolt.BoltExecutor;
import org.apache.storm.task.IBolt;
import org.apache.storm.tuple.AddressedTuple;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.TupleImpl;

/** A BoltExecutor with one task, and the BoltOutputCollectorImpl that it gives to a bolt. */
final class Bolts {
    private final Worker worker;
    private final BoltExecutor executor;

    /** Prepare a bolt in an executor of a component. */
    Bolts(String component, IBolt bolt, long seed) throws ReflectiveOperationException {
        worker = new Worker(component, 1, List.of(bolt));
        executor = new BoltExecutor(worker.told(), worker.executorId(), Map.of());
        worker.start(executor, seed);
    }

    Worker worker() {
        return worker;
    }

    /** Let a tuple arrive that came from another worker; return it. */
    TupleImpl receive(String from, int task, String stream, MessageId id, Object... values) {
        TupleImpl tuple = Worker.tuple(from, task, stream, id, values);
        executor.accept(new AddressedTuple(Worker.FIRST_TASK, tuple));
        return tuple;
    }

    /** Let a tuple arrive that this executor sent itself, as another task of the same worker gets it. */
    void receive(TupleImpl tuple) {
        executor.accept(new AddressedTuple(Worker.FIRST_TASK, tuple));
    }

    /** Let time pass. */
    void tick() {
        executor.accept(Worker.tick());
    }
}
