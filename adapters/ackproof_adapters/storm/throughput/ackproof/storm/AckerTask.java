package ackproof.storm;

import java.util.Map;
import org.apache.storm.daemon.Acker;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/** The release's own acker, prepared as an executor would, and the messages that it is about to get. */
final class AckerTask {
    private final Columns log;
    private final Tuples tuples;
    private final Tuple[] ready;
    private final Acker acker = new Acker();
    private final Notified notified = new Notified();

    /** @param isReady whether all tuples are made now; otherwise each is made when it is the acker's turn */
    AckerTask(Columns log, Tuples tuples, boolean isReady) {
        this.log = log;
        this.tuples = tuples;
        ready = isReady ? new Tuple[log.rows()] : null;
        for (int row = 0; isReady && row < ready.length; row++) {
            ready[row] = tuples.of(log, row);
        }
        // The context stays null: no acker reads it.
        acker.prepare(Map.of(), null, new OutputCollector(notified));
    }

    void takeAll() {
        if (ready == null) {
            takeBuilding();
        } else {
            takeReady();
        }
    }

    private void takeBuilding() {
        for (int row = 0; row < log.rows(); row++) {
            notified.at = log.seq()[row];
            acker.execute(tuples.of(log, row));
        }
    }

    private void takeReady() {
        for (int row = 0; row < ready.length; row++) {
            notified.at = log.seq()[row];
            acker.execute(ready[row]);
        }
    }

    /** Return what it notified, after it has taken all. An acker acks each message but a tick. */
    Notified notified() {
        long messages = 0;
        for (byte op : log.op()) {
            messages += op == Columns.TICK ? 0 : 1;
        }
        if (notified.acked() != messages) {
            throw new IllegalStateException("the acker acked " + notified.acked() + " of " + messages + " messages");
        }
        return notified;
    }
}
