package ackproof.storm.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The source of a topology whose tasks are in several processes. It outlives them: it is asked through a socket, a line for a line. What a
 * task has open when its process ends is offered again, since its end of the socket is closed then.
 */
final class RemoteSource implements Source {
    /** Nanoseconds after which it is asked again when it had nothing. */
    private static final long PAUSE = 20_000_000L;

    private final Map<String, String> trees = new HashMap<>();
    private final BufferedReader in;
    private final OutputStream out;
    private long asked;
    private boolean had = true;

    RemoteSource(Order order, String task) {
        try {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(Path.of(order.folder).resolve("source")));
            in = new BufferedReader(new InputStreamReader(Channels.newInputStream(channel), StandardCharsets.UTF_8));
            out = Channels.newOutputStream(channel);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        ask("hello " + task + " " + ProcessHandle.current().pid());
    }

    @Override
    public String take() {
        long now = System.nanoTime();
        if (!had && now - asked < PAUSE) {
            return null;
        }
        asked = now;
        String[] said = ask("take").split(" ");
        had = said.length == 2;
        if (!had) {
            return null;
        }
        trees.put(said[0], said[1]);
        return said[0];
    }

    @Override
    public String tree(String message) {
        return trees.get(message);
    }

    @Override
    public int before(String bolt, String message) {
        return Integer.parseInt(ask("before " + bolt + " " + message));
    }

    @Override
    public void back(String message) {
        ask("back " + message);
    }

    @Override
    public void done(String message) {
        ask("done " + message);
    }

    private synchronized String ask(String question) {
        try {
            out.write((question + "\n").getBytes(StandardCharsets.UTF_8));
            String said = in.readLine();
            if (said == null) {
                throw new IOException("the source is gone");
            }
            return said;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
