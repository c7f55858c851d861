package ackproof.storm.local;

import com.google.gson.Gson;
import java.io.BufferedWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.TopologyContext;

/**
 * What the tasks of a topology in this process did, each line written before its task does it, in one order for all of them.
 *
 * <p>So what a line says had not been done when an earlier line was written, and no effect of it is written before it. A journal in a file has
 * each line in it before the task goes on: what the process did is there, however it ends.
 */
final class Journal {
    private static final Map<String, Journal> ALL = new ConcurrentHashMap<>();
    private static final Gson GSON = new Gson();
    /** The setting of a topology that names the folder. */
    static final String FOLDER = "ackproof.folder";

    private final List<Map<String, Object>> lines = new ArrayList<>();
    private final String prefix;
    /** Where lines go; they are kept in memory if there is none. */
    private final OutputStream file;
    private final long begun;
    private long names;
    private long lastEvent = System.nanoTime();
    private long ackerTicks;

    private Journal(String folder) {
        long now = System.nanoTime();
        if (folder == null) {
            prefix = "t";
            file = null;
            begun = now;
            return;
        }
        long process = ProcessHandle.current().pid();
        prefix = "t" + process + "-";
        begun = 0; // the clock of all processes of this machine
        try {
            file = new FileOutputStream(Path.of(folder).resolve(process + "-" + now + ".jsonl").toFile());
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Return the journal of the topology of that name: in a file of this process, if there is a folder. */
    static Journal of(String topology, String folder) {
        return ALL.computeIfAbsent(topology, name -> new Journal(folder));
    }

    static Journal of(Map<?, ?> conf) {
        return of((String) conf.get("topology.name"), (String) conf.get(FOLDER));
    }

    /** Whether it outlives its process, which may end at any time. */
    boolean outlives() {
        return file != null;
    }

    static String task(TopologyContext context, int id) {
        String component = context.getComponentId(id);
        List<Integer> tasks = new ArrayList<>(context.getComponentTasks(component));
        tasks.sort(null);
        return (component.equals("__acker") ? "acker" : component) + "-" + (tasks.indexOf(id) + 1);
    }

    static List<String> tasks(TopologyContext context, Collection<Integer> ids) {
        List<String> names = new ArrayList<>();
        if (ids != null) {
            for (Integer id : ids) {
                names.add(task(context, id));
            }
        }
        return names;
    }

    /** Write that a task is about to do something: `what`, and pairs of a key and a value. */
    synchronized void write(String task, String what, Object... more) {
        Map<String, Object> line = new LinkedHashMap<>();
        long now = System.nanoTime();
        line.put("at", (now - begun) / 1000);
        line.put("task", task);
        line.put("what", what);
        for (int i = 0; i < more.length; i += 2) {
            line.put((String) more[i], more[i + 1]);
        }
        keep(line);
        if (what.equals("tick")) {
            ackerTicks += 1;
        } else if (!what.equals("stalled")) {
            lastEvent = now;
            ackerTicks = 0;
        }
    }

    private void keep(Map<String, Object> line) {
        if (file == null) {
            lines.add(line);
            return;
        }
        try {
            file.write((GSON.toJson(line) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** Return a name that nothing else in this topology has. */
    synchronized String fresh() {
        names += 1;
        return prefix + names;
    }

    /** Return for how many nanoseconds nothing has happened but ticks. */
    synchronized long quiet() {
        return System.nanoTime() - lastEvent;
    }

    /** Return how many ticks ackers had since anything else happened. */
    synchronized long ticksInQuiet() {
        return ackerTicks;
    }

    /** Write all of it to a file. What still happens is not written any more. */
    synchronized void save(Path file) throws IOException {
        try (BufferedWriter writer = Files.newBufferedWriter(file)) {
            for (Map<String, Object> line : lines) {
                writer.write(GSON.toJson(line));
                writer.newLine();
            }
        }
    }
}
