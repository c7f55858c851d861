import java.io.FileWriter;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Topologies of other shapes than that of Misbehaving, whose bolts misbehave at some messages and write down what they did.
 *
 * <p>Arguments: the file for the truth, the topology, seconds to run, seconds of the message timeout, workers, ackers. The topology
 * "rebalance" is rebalanced to one worker in the middle. For Storm 0.10 the names of packages are changed when it is compiled.
 */
public final class Varied {
    private static final AtomicBoolean THREW = new AtomicBoolean();
    private static final Map<String, Integer> TRIES = new ConcurrentHashMap<String, Integer>();
    private static PrintWriter truth;

    private Varied() {}

    /** Write down what a task did with a tuple: its roots, the component, the task, the kind and what it did. */
    private static synchronized void did(TopologyContext context, Tuple tuple, String what) {
        for (Object root : tuple.getMessageId().getAnchors()) {
            truth.println(root + " " + context.getThisComponentId() + " " + context.getThisTaskId() + " " + kind(tuple) + " " + what);
        }
        truth.flush();
    }

    private static String kind(Tuple tuple) {
        return tuple.getString(0);
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Emits a kind and a number. What fails is emitted again if it replays. */
    public static class Source extends BaseRichSpout {
        private final String[] kinds;
        private final long gap;
        private final int most;
        private final boolean replays;
        private SpoutOutputCollector collector;
        private int tasks;
        private int next;
        private List<Integer> again = new ArrayList<Integer>();

        Source(String kinds, long gap, int most, boolean replays) {
            this.kinds = kinds.split(",");
            this.gap = gap;
            this.most = most;
            this.replays = replays;
        }

        @Override
        public void open(Map conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
            tasks = context.getComponentTasks(context.getThisComponentId()).size();
            next = context.getThisTaskIndex();
        }

        @Override
        public void nextTuple() {
            sleep(gap);
            if (!again.isEmpty()) {
                emit(again.remove(0));
            } else if (next < most) {
                emit(next);
                next += tasks;
            }
        }

        private void emit(int number) {
            collector.emit(new Values(kinds[number % kinds.length], number), number);
        }

        @Override
        public void fail(Object message) {
            if (replays) {
                again.add((Integer) message);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("kind", "number"));
        }
    }

    /** What all bolts here have in common. */
    private abstract static class Bolt extends BaseRichBolt {
        protected OutputCollector collector;
        protected TopologyContext context;

        @Override
        public void prepare(Map conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            this.context = context;
        }

        protected Values values(Tuple tuple) {
            return new Values(kind(tuple), tuple.getInteger(1));
        }

        protected boolean isTick(Tuple tuple) {
            return tuple.getSourceStreamId().equals("__tick");
        }

        protected void ack(Tuple tuple, String what) {
            did(context, tuple, what);
            if (what.equals("fail")) {
                collector.fail(tuple);
            } else if (!what.equals("forget")) {
                collector.ack(tuple);
            }
            if (what.equals("twice")) {
                collector.ack(tuple);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("kind", "number"));
            declarer.declareStream("a", new Fields("kind", "number"));
            declarer.declareStream("b", new Fields("kind", "number"));
            declarer.declareStream("d", true, new Fields("kind", "number"));
        }
    }

    /** Emits on two streams. */
    public static class Fork extends Bolt {
        @Override
        public void execute(Tuple tuple) {
            collector.emit("a", tuple, values(tuple));
            collector.emit("b", tuple, values(tuple));
            ack(tuple, "good");
        }
    }

    /** Holds tuples until it has one of each of three streams with one number, and emits one that is anchored to all. */
    public static class Join extends Bolt {
        private final Map<Integer, Map<String, Tuple>> held = new HashMap<Integer, Map<String, Tuple>>();

        @Override
        public void execute(Tuple tuple) {
            Map<String, Tuple> own = held.get(tuple.getInteger(1));
            if (own == null) {
                own = new HashMap<String, Tuple>();
                held.put(tuple.getInteger(1), own);
            }
            own.put(tuple.getSourceStreamId(), tuple);
            if (own.size() < 3) {
                return;
            }
            String kind = kind(tuple);
            List<Tuple> all = Arrays.asList(own.get("a"), own.get("b"), own.get("default"));
            if (!kind.equals("after")) {
                collector.emit(all, values(tuple));
            }
            ack(own.get("a"), kind.equals("after") ? "after" : "good");
            ack(own.get("b"), kind.equals("keep") ? "forget" : kind.equals("twice") ? "twice" : kind.equals("after") ? "after" : "good");
            ack(own.get("default"), kind.equals("failpay") ? "fail" : kind.equals("after") ? "after" : "good");
            if (kind.equals("after")) {
                collector.emit(all, values(tuple));
            }
            held.remove(tuple.getInteger(1));
        }
    }

    /** Sends to a task that it chooses, and to all tasks of another bolt. */
    public static class Pick extends Bolt {
        @Override
        public void execute(Tuple tuple) {
            List<Integer> tasks = context.getComponentTasks("work");
            collector.emitDirect(tasks.get(tuple.getInteger(1) % tasks.size()), "d", tuple, values(tuple));
            collector.emit("a", tuple, values(tuple));
            ack(tuple, "good");
        }
    }

    /** Does what the kind says: in the component, or in all tasks or the first one of it. */
    public static class Work extends Bolt {
        private final long takes;

        Work(long takes) {
            this.takes = takes;
        }

        @Override
        public void execute(Tuple tuple) {
            String own = context.getThisComponentId() + "-";
            String what = kind(tuple).startsWith(own) ? kind(tuple).substring(own.length()) : "good";
            if (what.startsWith("first")) {
                what = context.getThisTaskIndex() == 0 ? what.substring(5) : "good";
            }
            sleep(takes);
            if (what.equals("throw")) {
                if (THREW.compareAndSet(false, true)) {
                    did(context, tuple, what);
                    throw new IllegalStateException("planted\n  in two lines");
                }
                what = "good";
            }
            if (what.equals("once")) {
                String key = own + tuple.getInteger(1);
                Integer before = TRIES.get(key);
                TRIES.put(key, before == null ? 1 : before + 1);
                what = before == null ? "fail" : "good";
            }
            if (what.equals("after")) {
                ack(tuple, what);
                collector.emit(tuple, values(tuple));
                return;
            }
            collector.emit(tuple, values(tuple));
            if (what.equals("good") && takes >= 40) {
                did(context, tuple, "slow" + takes);
                collector.ack(tuple);
            } else {
                ack(tuple, what);
            }
        }
    }

    /** Holds so many tuples, or what came until a tick, and then answers all of them. */
    public static class Batch extends Bolt {
        private final int size;
        private List<Tuple> held = new ArrayList<Tuple>();

        Batch(int size) {
            this.size = size;
        }

        @Override
        public void execute(Tuple tuple) {
            if (!isTick(tuple)) {
                held.add(tuple);
            }
            if (held.isEmpty() || held.size() < size && !isTick(tuple)) {
                return;
            }
            if (size < 1000) {
                collector.emit(held, values(held.get(0)));
            }
            for (Tuple each : held) {
                String own = context.getThisComponentId() + "-";
                ack(each, kind(each).startsWith(own) ? kind(each).substring(own.length()) : "good");
            }
            held.clear();
        }
    }

    private static TopologyBuilder built(String name) {
        TopologyBuilder builder = new TopologyBuilder();
        if (name.equals("streams")) {
            String kinds = "x,x,x,keep,x,failpay,x,twice,x,x,after,x";
            builder.setSpout("orders", new Source(kinds, 15, 400, false), 1);
            builder.setSpout("payments", new Source(kinds, 20, 400, false), 2);
            builder.setBolt("fork", new Fork(), 2).shuffleGrouping("orders");
            builder.setBolt("join", new Join(), 3).fieldsGrouping("fork", "a", new Fields("number"))
                    .fieldsGrouping("fork", "b", new Fields("number")).fieldsGrouping("payments", new Fields("number"));
            builder.setBolt("sink", new Work(0), 2).shuffleGrouping("join");
        } else if (name.equals("direct")) {
            builder.setSpout("numbers", new Source("x,work-forget,x,each-firstfail,x,work-twice,x,each-forget,x,x", 15, 400, false), 2);
            builder.setBolt("pick", new Pick(), 1).shuffleGrouping("numbers");
            builder.setBolt("work", new Work(0), 2).setNumTasks(4).directGrouping("pick", "d");
            builder.setBolt("each", new Work(0), 3).allGrouping("pick", "a");
        } else if (name.equals("batch")) {
            builder.setSpout("events", new Source("x,x,batch-forget,x,x,x,batch-fail,x,x,store-forget,x,batch-twice,x", 10, 400, false), 1).setNumTasks(2);
            builder.setBolt("batch", new Batch(8), 2).shuffleGrouping("events").addConfiguration("topology.tick.tuple.freq.secs", 1);
            builder.setBolt("store", new Work(0), 1).shuffleGrouping("batch");
        } else if (name.equals("ticks")) {
            builder.setSpout("events", new Source("x,x,x,window-forget,x,x,window-fail,x,x", 20, 400, false), 1);
            builder.setBolt("window", new Batch(1000), 2).fieldsGrouping("events", new Fields("number"))
                    .addConfiguration("topology.tick.tuple.freq.secs", 2);
        } else if (name.equals("replay")) {
            builder.setSpout("jobs", new Source("x,x,flaky-once,x,last-once,x,x", 15, 400, true), 2);
            builder.setBolt("flaky", new Work(0), 2).shuffleGrouping("jobs");
            builder.setBolt("last", new Work(0), 2).localOrShuffleGrouping("flaky");
        } else if (name.equals("queue")) {
            builder.setSpout("fast", new Source("x", 8, 600, false), 1);
            builder.setBolt("pass", new Work(0), 2).shuffleGrouping("fast");
            builder.setBolt("slow", new Work(60), 1).globalGrouping("pass");
        } else if (name.equals("death")) {
            String kinds = "x,x,work-forget,x,x,x,x,x,work-fail" + new String(new char[60]).replace("\0", ",x") + ",work-throw";
            builder.setSpout("jobs", new Source(kinds, 25, 400, false), 1);
            builder.setBolt("work", new Work(5), 2).shuffleGrouping("jobs");
            builder.setBolt("last", new Work(0), 1).shuffleGrouping("work");
        } else {
            builder.setSpout("jobs", new Source("x,x,work-forget,x,x,last-fail,x,x,work-twice,x,work-after", 20, 600, false), 2);
            builder.setBolt("work", new Work(0), 2).shuffleGrouping("jobs");
            builder.setBolt("last", new Work(0), 2).shuffleGrouping("work");
        }
        return builder;
    }

    /** Run one in a LocalCluster. */
    public static void main(String[] args) throws Exception {
        truth = new PrintWriter(new FileWriter(args[0], true));
        long seconds = Long.parseLong(args[2]);
        Config config = new Config();
        config.setDebug(true);
        config.setMessageTimeoutSecs(Integer.parseInt(args[3]));
        config.setNumWorkers(Integer.parseInt(args[4]));
        config.setNumAckers(Integer.parseInt(args[5]));
        LocalCluster cluster = new LocalCluster();
        cluster.submitTopology(args[1], config, built(args[1]).createTopology());
        if (args[1].equals("rebalance")) {
            sleep(seconds * 400);
            RebalanceOptions options = new RebalanceOptions();
            options.set_wait_secs(0);
            options.set_num_workers(1);
            cluster.rebalance(args[1], options);
            sleep(seconds * 600);
        } else {
            sleep(seconds * 1000);
        }
        Runtime.getRuntime().halt(0);
    }
}
