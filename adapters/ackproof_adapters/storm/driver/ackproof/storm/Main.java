package ackproof.storm;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
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
import java.util.List;

/** Starts the driver: {@code Main RELEASE.json} speaks the protocol, and with {@code --observe} it tells oddities. */
public final class Main {
    private static final int USAGE = 2;

    private Main() {}

    /** Serve the release that the file describes. */
    public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
        // stdout is for replies alone. Whatever Storm or its libraries print there goes to stderr instead.
        Writer replies = new BufferedWriter(
                new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8));
        System.setOut(System.err);
        List<String> options = List.of(arguments);
        if (options.isEmpty() || options.size() > 2 || (options.size() == 2 && !options.get(1).equals("--observe"))) {
            System.err.println("usage: ackproof.storm.Main RELEASE.json [--observe]");
            System.exit(USAGE);
        }
        Release release = Release.read(Path.of(options.get(0)));
        StormClasses classes = new StormClasses(release);
        if (options.size() == 2) {
            Gson gson = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
            gson.toJson(new Observations(release, classes).all(), replies);
            replies.write('\n');
        } else {
            BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            new Conversation(release, new AckerAndMap(release, classes)).hold(requests, replies);
        }
        replies.flush();
        // A library of Storm's may have started threads, and they should not keep the process.
        System.exit(0);
    }
}
