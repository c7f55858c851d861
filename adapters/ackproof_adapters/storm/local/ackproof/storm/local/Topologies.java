package ackproof.storm.local;

import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Fields;

/** The topology that an order is about, as Storm takes it. */
final class Topologies {
    private Topologies() {}

    static Config config(Order order) {
        Config config = new Config();
        config.setNumWorkers(order.workers);
        config.setNumAckers(order.ackers);
        config.setMessageTimeoutSecs(order.timeout);
        if (order.pending != null) {
            config.setMaxSpoutPending(order.pending);
        }
        config.put("topology.auto.task.hooks", new ArrayList<>(List.of(Watcher.class.getName())));
        config.put("topology.name", order.name);
        if (order.folder != null) {
            config.put(Journal.FOLDER, order.folder);
        }
        return config;
    }

    static StormTopology topology(Order order) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("spout", new SourceSpout(order), order.executors == 0 ? order.spouts : order.executors)
                .setNumTasks(order.spouts);
        for (Order.Bolt bolt : order.bolts) {
            Work work = new Work(order, bolt);
            BoltDeclarer declarer = bolt.kind.equals("basic")
                    ? builder.setBolt(bolt.name, new BasicWorkBolt(work), bolt.tasks)
                    : builder.setBolt(bolt.name, new WorkBolt(work), bolt.tasks);
            if (bolt.kind.equals("batch")) {
                declarer.addConfiguration("topology.tick.tuple.freq.secs", 1);
            }
            bolt.after.forEach((component, taking) -> {
                String stream = "s" + taking.stream;
                switch (taking.grouping) {
                    case "fields" -> declarer.fieldsGrouping(component, stream, new Fields("value"));
                    case "shuffle" -> declarer.shuffleGrouping(component, stream);
                    case "none" -> declarer.noneGrouping(component, stream);
                    case "all" -> declarer.allGrouping(component, stream);
                    case "direct" -> declarer.directGrouping(component, "d-" + bolt.name);
                    default -> throw new IllegalArgumentException("no grouping " + taking.grouping);
                }
            });
        }
        return builder.createTopology();
    }
}
