package ackproof.storm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.apache.storm.daemon.Acker;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.tuple.Tuple;

/** What an acker emits to and acks with: it keeps the notifications, as columns, and counts the acks. */
final class Notified implements IOutputCollector {
    private static final int FIRST_ROOM = 1 << 16;

    /** The seq of the message that the acker is given now. */
    long at;

    private long acked;
    private int rows;
    private long[] seq = new long[FIRST_ROOM];
    private byte[] kind = new byte[FIRST_ROOM];
    private long[] root = new long[FIRST_ROOM];
    private int[] spoutTask = new int[FIRST_ROOM];

    @Override
    public void emitDirect(int task, String stream, Collection<Tuple> anchors, List<Object> values) {
        if (rows == seq.length) {
            grow();
        }
        seq[rows] = at;
        kind[rows] = kindOf(stream);
        root[rows] = (Long) values.get(0);
        spoutTask[rows] = task;
        rows++;
    }

    @Override
    public void ack(Tuple input) {
        acked++;
    }

    @Override
    public List<Integer> emit(String stream, Collection<Tuple> anchors, List<Object> values) {
        throw new UnsupportedOperationException("the acker emitted to nobody in particular");
    }

    @Override
    public void fail(Tuple input) {
        throw new UnsupportedOperationException("the acker failed its input");
    }

    @Override
    public void resetTimeout(Tuple input) {
        throw new UnsupportedOperationException("the acker asked for more time");
    }

    @Override
    public void flush() {
        throw new UnsupportedOperationException("the acker flushed");
    }

    @Override
    public void reportError(Throwable error) {
        throw new IllegalStateException("the acker reported an error", error);
    }

    long acked() {
        return acked;
    }

    void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        ByteBuffer longs = ByteBuffer.allocate(rows * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        longs.asLongBuffer().put(seq, 0, rows);
        Files.write(folder.resolve("seq"), longs.array());
        longs.asLongBuffer().put(root, 0, rows);
        Files.write(folder.resolve("root"), longs.array());
        ByteBuffer ints = ByteBuffer.allocate(rows * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ints.asIntBuffer().put(spoutTask, 0, rows);
        Files.write(folder.resolve("spout_task"), ints.array());
        try (OutputStream kinds = Files.newOutputStream(folder.resolve("kind"))) {
            kinds.write(kind, 0, rows);
        }
    }

    private static byte kindOf(String stream) {
        return switch (stream) {
            case Acker.ACKER_ACK_STREAM_ID -> 0;
            case Acker.ACKER_FAIL_STREAM_ID -> 1;
            case Acker.ACKER_RESET_TIMEOUT_STREAM_ID -> 2;
            default -> throw new UnsupportedOperationException("the acker emitted on the stream " + stream);
        };
    }

    private void grow() {
        int room = 2 * rows;
        seq = Arrays.copyOf(seq, room);
        kind = Arrays.copyOf(kind, room);
        root = Arrays.copyOf(root, room);
        spoutTask = Arrays.copyOf(spoutTask, room);
    }
}
