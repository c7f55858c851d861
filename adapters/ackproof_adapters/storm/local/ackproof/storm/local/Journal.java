package ackproof.storm.local;

import com.google.gson.Gson;
import java.io.BufferedWriter;
import java.io.IOException;
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
 * What the tasks of a topology did, each line written before its task does it, in one order for all of them.
 *
 * <p>So what a line says had not been done when an earlier line was written, and no effect of it is written before it.
 */
final class Journal {
    private static final Map<String, Journal> ALL = new ConcurrentHashMap<>();
    private static final Gson GSON = new Gson();

    private final List<Map<String, Object>> lines = new ArrayList<>();
    private final long begun = System.nanoTime();
    private long names;
    private long lastEvent = begun;
    private long ackerTicks;

    /** Return the journal of the topology of that name. */
    static Journal of(String topology) {
        return ALL.computeIfAbsent(topology, name -> new Journal());
    }

    static Journal of(Map<?, ?> conf) {
        return of((String) conf.get("topology.name"));
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
        lines.add(line);
        if (what.equals("tick")) {
            ackerTicks += 1;
        } else if (!what.equals("stalled")) {
            lastEvent = now;
            ackerTicks = 0;
        }
    }

    /** Return a name that nothing else in this topology has. */
    synchronized String fresh() {
        names += 1;
        return "t" + names;
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
