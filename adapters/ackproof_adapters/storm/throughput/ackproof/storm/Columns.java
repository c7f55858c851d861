package ackproof.storm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The messages of one acker task, in order, as columns: each is a file of little-endian numbers. */
record Columns(long[] seq, byte[] op, long[] root, long[] value, int[] spoutTask) {
    static final int INIT = 0;
    static final int ACK = 1;
    static final int FAIL = 2;
    static final int RESET_TIMEOUT = 3;
    static final int TICK = 4;

    static Columns read(Path folder) throws IOException {
        return new Columns(
                longs(folder.resolve("seq")),
                Files.readAllBytes(folder.resolve("op")),
                longs(folder.resolve("root")),
                longs(folder.resolve("value")),
                ints(folder.resolve("spout_task")));
    }

    int rows() {
        return op.length;
    }

    private static long[] longs(Path file) throws IOException {
        ByteBuffer bytes = bytes(file);
        long[] column = new long[bytes.remaining() / Long.BYTES];
        bytes.asLongBuffer().get(column);
        return column;
    }

    private static int[] ints(Path file) throws IOException {
        ByteBuffer bytes = bytes(file);
        int[] column = new int[bytes.remaining() / Integer.BYTES];
        bytes.asIntBuffer().get(column);
        return column;
    }

    private static ByteBuffer bytes(Path file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    }
}
