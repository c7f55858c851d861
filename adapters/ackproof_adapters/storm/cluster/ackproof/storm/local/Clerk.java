package ackproof.storm.local;

import com.google.gson.Gson;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.ClusterSummary;
import org.apache.storm.generated.KillOptions;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.TopologySummary;
import org.apache.storm.utils.NimbusClient;
import org.apache.storm.utils.Utils;

/**
 * Talks to nimbus for somebody who is told in lines of JSON what came of it. Each line of standard input is an {@link Errand}; each line of
 * standard output has what it `said`, or the `error` that it came to.
 */
public final class Clerk {
    private Clerk() {}

    /** Something that is asked of nimbus. */
    private static final class Errand {
        /** `submit`, `kill`, `rebalance` or `summary`. */
        String ask;
        String name;
        Order order;
        int workers;
        /** Class path before Storm's own, for tests of what judges this. */
        String first;
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err);
        Gson gson = new Gson();
        Map<String, Object> conf = Utils.readStormConfig();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<String, Object> said = new LinkedHashMap<>();
            try {
                said.put("said", done(conf, gson.fromJson(line, Errand.class)));
            } catch (Exception error) {
                said.put("error", error.toString());
            }
            out.println(gson.toJson(said));
            out.flush();
        }
        Runtime.getRuntime().halt(0);
    }

    private static Object done(Map<String, Object> conf, Errand errand) throws Exception {
        if (errand.ask.equals("submit")) {
            Config config = Topologies.config(errand.order);
            if (errand.first != null) {
                config.put(Config.TOPOLOGY_CLASSPATH_BEGINNING, errand.first);
            }
            StormSubmitter.submitTopology(errand.order.name, config, Topologies.topology(errand.order));
            return "submitted";
        }
        try (NimbusClient nimbus = NimbusClient.Builder.withConf(conf).build()) {
            switch (errand.ask) {
                case "kill" -> {
                    KillOptions now = new KillOptions();
                    now.set_wait_secs(0);
                    nimbus.getClient().killTopologyWithOpts(errand.name, now);
                    return "killed";
                }
                case "rebalance" -> {
                    RebalanceOptions options = new RebalanceOptions();
                    options.set_wait_secs(0);
                    options.set_num_workers(errand.workers);
                    nimbus.getClient().rebalance(errand.name, options);
                    return "rebalanced";
                }
                case "summary" -> {
                    return summary(nimbus.getClient().getClusterInfo());
                }
                default -> throw new IllegalArgumentException("nobody can ask for " + errand.ask);
            }
        }
    }

    private static Map<String, Object> summary(ClusterSummary cluster) {
        Map<String, Object> topologies = new LinkedHashMap<>();
        for (TopologySummary each : cluster.get_topologies()) {
            topologies.put(each.get_name(), each.get_status());
        }
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("supervisors", cluster.get_supervisors_size());
        said.put("topologies", topologies);
        return said;
    }
}
