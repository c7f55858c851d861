package ackproof.storm;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Starts the driver of the stack: {@code StackMain RELEASE.json} speaks the protocol. Storm is on the class path. */
public final class StackMain {
    private static final int USAGE = 2;

    private StackMain() {}

    /** Serve the release that the file describes. */
    public static void main(String[] arguments) throws IOException {
        // stdout is for replies alone. Whatever Storm or its libraries print there goes to stderr instead.
        Writer replies = new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
        System.setOut(System.err);
        if (arguments.length != 1) {
            System.err.println("usage: ackproof.storm.StackMain RELEASE.json");
            System.exit(USAGE);
        }
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        new Conversation(Release.read(Path.of(arguments[0])), new Stack()).hold(requests, replies);
        // A library of Storm's may have started threads, and they should not keep the process.
        System.exit(0);
    }
}
