package ackproof.storm.local;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.KillOptions;

/**
 * Runs topologies in one LocalCluster. Each line of standard input is an {@link Order}; each line of standard output but the
 * first, which says that the cluster has started, says how a topology ended: `settled` (all is done, and nothing has happened for two ticks of the spouts), `quiet` (something is left, nothing has happened for four
 * ticks of the ackers, and spout tasks are still asked), or `cut` (the bound was reached, or it could not be run). What happened is in the folder that is the first
 * argument; the second says how many topologies run beside each other.
 *
 * <p>An order may have something `planted`, for the tests of what judges this: `bolt-throws-away`, `spout-swallows-fail`.
 */
public final class Main {
    private static final long POLL = 50;
    private static final long SECOND = 1_000_000_000L;
    /** Ticks of each acker task in which whatever a spout waits for has had its time. */
    private static final long TICKS = 4;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        Path folder = Path.of(arguments[0]);
        ExecutorService runners = Executors.newFixedThreadPool(Integer.parseInt(arguments[1]));
        LocalCluster cluster = new LocalCluster();
        Gson gson = new Gson();
        out.println("{\"ready\": true}");
        out.flush();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Order order = gson.fromJson(line, Order.class);
            runners.submit(() -> {
                Map<String, String> said = new LinkedHashMap<>();
                said.put("name", order.name);
                try {
                    said.put("end", run(cluster, order));
                    Journal.of(order.name, null).save(folder.resolve(order.name + ".jsonl"));
                } catch (Exception error) {
                    error.printStackTrace();
                    said.put("error", error.toString());
                }
                synchronized (out) {
                    out.println(gson.toJson(said));
                    out.flush();
                }
            });
        }
        Runtime.getRuntime().halt(0);
    }

    private static String run(LocalCluster cluster, Order order) throws Exception {
        LocalSource source = LocalSource.of(order.name);
        source.offer(order.messages);
        Journal journal = Journal.of(order.name, null);
        cluster.submitTopology(order.name, Topologies.config(order), Topologies.topology(order));
        String end = end(order, source, journal);
        KillOptions now = new KillOptions();
        now.set_wait_secs(0);
        cluster.killTopologyWithOpts(order.name, now);
        return end;
    }

    /** Wait for the end, and say which it is. */
    private static String end(Order order, LocalSource source, Journal journal) throws InterruptedException {
        long until = System.nanoTime() + order.bound * SECOND;
        long asked = -1;
        long twoTicks = 2L * order.timeout * SECOND + SECOND / 2;
        while (System.nanoTime() < until) {
            if (source.isDone() && journal.quiet() > twoTicks) {
                return "settled";
            }
            boolean still = source.asked() > 0 && journal.quiet() > 2 * twoTicks && journal.ticksInQuiet() >= TICKS * order.ackers;
            if (!still) {
                asked = -1;
            } else if (asked < 0) {
                asked = source.asked();
            } else if (source.asked() > asked + 10L * order.spouts) {
                return "quiet"; // and the spout tasks are alive
            }
            Thread.sleep(POLL);
        }
        return "cut";
    }
}
