import java.io.IOException;
import java.util.Collections;

/**
 * Plugs {@link CollectorAcker} in, which knows nothing of ackproof: its collector is a sender.
 *
 * <pre>
 * javac -d build *.java
 * ackproof certify 'exec:java -cp build Main'
 * </pre>
 */
public final class Main implements Ackproof.Acker {
    private final CollectorAcker acker;

    private Main(Ackproof.Sender sender) {
        acker = new CollectorAcker((task, stream, root) -> sender.send(kind(stream), root, task));
    }

    @Override
    public void init(long root, long value, int task) {
        acker.execute(CollectorAcker.INIT, root, value, task);
    }

    @Override
    public void ack(long root, long value) {
        acker.execute(CollectorAcker.ACK, root, value, -1);
    }

    @Override
    public void fail(long root) {
        acker.execute(CollectorAcker.FAIL, root, 0, -1);
    }

    @Override
    public void resetTimeout(long root) {
        acker.execute(CollectorAcker.RESET_TIMEOUT, root, 0, -1);
    }

    @Override
    public void tick() {
        acker.tick();
    }

    private static String kind(String stream) {
        return stream.substring("__ack_".length()).replace('_', '-');
    }

    public static void main(String[] arguments) throws IOException {
        Ackproof.serve(
                "java-example",
                "1.0",
                Collections.singletonList("storm2"),
                Ackproof.OPERATIONS,
                (profile, sender) -> new Main(sender));
    }
}
