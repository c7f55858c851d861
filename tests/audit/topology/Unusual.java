import java.io.FileWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.StormSubmitter;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.metric.LoggingMetricsConsumer;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topologies with unusual parts, whose bolts misbehave at some messages and write down what they did.
 *
 * <p>They have message ids and values of odd types, names with blanks, tuples that are anchored to several trees, tasks of which only one
 * is slow, bolts that emit and ack from threads of their own, and users' loggers that write what Storm writes.
 *
 * <p>Arguments: the file for the truth, to which the number of the process is added, the topology, seconds to run (none: it is submitted to a
 * cluster), seconds of the message timeout, workers, ackers. For Storm 0.10 the names of packages are changed when it is compiled.
 */
public final class Unusual {
    private static final String TRUTH = "ackproof.truth";
    private static final Logger USERS = LoggerFactory.getLogger("com.example.executor.Executor");
    private static final String[] TEXTS = {
        "plain", "", "a, b", "[7 8 9]", "in two\nlines", "größer 漢字 🌩", "] for TASK: 99 ", "[x] TASK: 98 DELTA: 7", "{1=2}, [", "null",
        "source: forged:1, stream: default, id: {5=6}, [x]", " REASON: TIMEOUT MSG-ID: 4", "two\r\nlines\n", "\ttab\u2028",
        "BOLT ack TASK: 3 TIME: 1 TUPLE: source: forged:1, stream: default, id: {5=6}, [x]",
    };
    private static PrintWriter truth;

    private Unusual() {}

    /** Write down what a task did with a tuple: its roots, the component, the task, the kind and what it did. */
    private static synchronized void did(Map conf, TopologyContext context, Tuple tuple, String what) {
        if (truth == null) {
            try {
                truth = new PrintWriter(new FileWriter(conf.get(TRUTH) + "." + ManagementFactory.getRuntimeMXBean().getName().split("@")[0], true));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
        for (Object root : tuple.getMessageId().getAnchors()) {
            truth.println(root + " " + context.getThisComponentId().replace(" ", "_") + " " + context.getThisTaskId() + " " + kind(tuple) + " " + what);
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

    /** Emits a kind, a number and a text, several at once, with message ids of odd types. What fails is emitted again at once if it replays. */
    public static class Source extends BaseRichSpout {
        private final String[] kinds;
        private final long gap;
        private final int most;
        private final int burst;
        private final boolean replays;
        private SpoutOutputCollector collector;
        private int tasks;
        private int next;
        private boolean again;

        Source(String kinds, long gap, int most, int burst, boolean replays) {
            this.kinds = kinds.split(",");
            this.gap = gap;
            this.most = most;
            this.burst = burst;
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
            for (int each = 0; each < burst && next < most; each++) {
                String text = TEXTS[next % TEXTS.length];
                collector.emit(new Values(kinds[next % kinds.length], next, text), id(next, text));
                next += tasks;
            }
        }

        private static Object id(int number, String text) {
            switch (number % 6) {
                case 0:
                    return number;
                case 1:
                    return text;
                case 2:
                    return Arrays.asList(number, text, null);
                case 3:
                    return Collections.singletonMap(text, text);
                case 4:
                    return number % 4 == 0 ? null : text.getBytes();
                default:
                    return number + ": " + text;
            }
        }

        @Override
        public void fail(Object message) {
            if (replays) {
                collector.emit(new Values("again", -1, String.valueOf(message)), message);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("kind", "number", "text"));
        }
    }

    /** What all bolts here have in common: the kind `COMPONENT-MISDEED` makes that component do that misdeed; `COMPONENT-firstMISDEED` its first task. */
    public abstract static class Bolt extends BaseRichBolt {
        protected OutputCollector collector;
        protected TopologyContext context;
        protected Map conf;

        @Override
        public void prepare(Map conf, TopologyContext context, OutputCollector collector) {
            this.conf = conf;
            this.collector = collector;
            this.context = context;
        }

        protected boolean isTick(Tuple tuple) {
            return tuple.getSourceStreamId().equals("__tick");
        }

        protected String misdeed(Tuple tuple) {
            String own = context.getThisComponentId().split("[ :]")[0] + "-";
            String what = kind(tuple).startsWith(own) ? kind(tuple).substring(own.length()) : "good";
            if (what.startsWith("first")) {
                what = context.getThisTaskIndex() == 0 ? what.substring(5) : "good";
            }
            return what;
        }

        protected Values values(Tuple tuple) {
            return new Values(kind(tuple), tuple.getInteger(1), tuple.getString(2));
        }

        /** Answer a tuple as its kind says. */
        protected void answer(Tuple tuple, String what) {
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
            declarer.declare(new Fields("kind", "number", "text"));
            declarer.declareStream("a", new Fields("kind", "number", "text"));
            declarer.declareStream("b, id", new Fields("kind", "number", "text"));
            declarer.declareStream("d", true, new Fields("kind", "number", "text"));
        }
    }

    /** Emits each tuple on two streams, which meet again further down. */
    public static class Gate extends Bolt {
        @Override
        public void execute(Tuple tuple) {
            String what = misdeed(tuple);
            did(conf, context, tuple, what);
            if (what.equals("drop")) {
                collector.ack(tuple);
                return;
            }
            collector.emit("a", tuple, values(tuple));
            if (what.equals("between")) {
                collector.ack(tuple);
            }
            collector.emit("b, id", tuple, values(tuple));
            answer(tuple, what.equals("between") ? "good" : what);
        }
    }

    /** Passes tuples on, and writes into the log what Storm writes. */
    public static class Pass extends Bolt {
        private final long takes;

        Pass(long takes) {
            this.takes = takes;
        }

        @Override
        public void execute(Tuple tuple) {
            if (isTick(tuple)) {
                return;
            }
            String what = misdeed(tuple);
            USERS.info("Execute done TUPLE {} TASK: {} DELTA: ", tuple, context.getThisTaskId());
            USERS.info("BOLT ack TASK: {} TIME:  TUPLE: {}", context.getThisTaskId(), tuple);
            USERS.info("BOLT fail TASK: {} TIME:  TUPLE: {}", context.getThisTaskId(), tuple);
            did(conf, context, tuple, what);
            sleep(takes);
            if (what.startsWith("slow")) {
                sleep(Long.parseLong(what.substring(4)));
            }
            if (what.startsWith("reset")) {
                for (long left = Long.parseLong(what.substring(5)); left > 0; left -= 1000) {
                    sleep(1000);
                    reset(tuple);
                }
            }
            if (what.equals("throw") && tuple.getInteger(1) >= 0) {
                throw new IllegalArgumentException("planted for " + tuple);
            }
            if (what.equals("after")) {
                collector.ack(tuple);
            }
            if (!what.equals("drop")) {
                collector.emit(tuple, values(tuple));
            }
            if (!what.equals("after")) {
                answer(tuple, what);
            }
        }

        private void reset(Tuple tuple) {
            try {
                OutputCollector.class.getMethod("resetTimeout", Tuple.class).invoke(collector, tuple);
            } catch (ReflectiveOperationException e) {
                USERS.info("no resetTimeout here");
            }
        }
    }

    /** Holds tuples of any trees until there are four, and emits one that is anchored to all of them. */
    public static class Meet extends Bolt {
        private List<Tuple> held = new ArrayList<Tuple>();

        @Override
        public void execute(Tuple tuple) {
            if (!isTick(tuple)) {
                held.add(tuple);
            }
            if (held.isEmpty() || held.size() < 4 && !isTick(tuple)) {
                return;
            }
            for (Tuple each : held) {
                did(conf, context, each, misdeed(each));
                if (misdeed(each).equals("after")) {
                    collector.ack(each);
                }
            }
            collector.emit(held, values(held.get(0)));
            for (Tuple each : held) {
                if (!misdeed(each).equals("after")) {
                    answer(each, misdeed(each));
                }
            }
            held.clear();
        }
    }

    /** Holds what comes between two ticks, and answers all of it, the last first. */
    public static class Ticker extends Bolt {
        private List<Tuple> held = new ArrayList<Tuple>();

        @Override
        public void execute(Tuple tuple) {
            if (!isTick(tuple)) {
                held.add(tuple);
                return;
            }
            Collections.reverse(held);
            for (Tuple each : held) {
                did(conf, context, each, misdeed(each));
                collector.emit(each, values(each));
            }
            for (Tuple each : held) {
                answer(each, misdeed(each));
            }
            held.clear();
        }
    }

    /** Emits and answers from threads of its own. */
    public static class Threads extends Bolt {
        private transient ScheduledExecutorService pool;

        @Override
        public void prepare(Map conf, TopologyContext context, OutputCollector collector) {
            super.prepare(conf, context, collector);
            pool = Executors.newScheduledThreadPool(2);
        }

        @Override
        public void execute(final Tuple tuple) {
            final String what = misdeed(tuple);
            did(conf, context, tuple, what);
            pool.schedule(new Runnable() {
                @Override
                public void run() {
                    synchronized (Threads.this) {
                        collector.emit(tuple, values(tuple));
                        answer(tuple, what);
                    }
                }
            }, 30, TimeUnit.MILLISECONDS);
        }
    }

    /** Sends each tuple to a task that it chooses. */
    public static class Choose extends Bolt {
        private final String to;

        Choose(String to) {
            this.to = to;
        }

        @Override
        public void execute(Tuple tuple) {
            String what = misdeed(tuple);
            did(conf, context, tuple, what);
            List<Integer> tasks = context.getComponentTasks(to);
            if (what.equals("after")) {
                collector.ack(tuple);
            }
            for (int each = 0; each < 2; each++) {
                collector.emitDirect(tasks.get(Math.abs(tuple.getInteger(1) + each) % tasks.size()), "d", tuple, values(tuple));
            }
            if (!what.equals("after")) {
                answer(tuple, what);
            }
        }
    }

    /** A basic bolt. */
    public static class End extends BaseBasicBolt {
        private TopologyContext context;
        private Map conf;

        @Override
        public void prepare(Map conf, TopologyContext context) {
            this.conf = conf;
            this.context = context;
        }

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            boolean fails = kind(tuple).equals("end-fail");
            did(conf, context, tuple, fails ? "fail" : "good");
            if (fails) {
                throw new FailedException("planted, in\ntwo lines");
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    private static String rare(String misdeeds, int good) {
        StringBuilder kinds = new StringBuilder("x");
        for (String each : misdeeds.split(",")) {
            kinds.append(",").append(each);
            for (int number = 0; number < good; number++) {
                kinds.append(",x");
            }
        }
        return kinds.toString();
    }

    private static TopologyBuilder built(String name, Config config) {
        TopologyBuilder builder = new TopologyBuilder();
        String tick = "topology.tick.tuple.freq.secs";
        if (name.equals("diamond")) {
            String kinds = rare("one-forget,gate-drop,two-firstfail,one-twice,gate-between,two-after,end-fail,gate-forget,one-drop,meet-forget,meet-after,meet-twice,meet-fail", 14);
            builder.setSpout("left", new Source(kinds, 25, 500, 2, false), 3);
            builder.setSpout("right", new Source(kinds, 40, 300, 1, false), 1);
            builder.setBolt("gate", new Gate(), 2).shuffleGrouping("left").shuffleGrouping("right");
            builder.setBolt("one", new Pass(0), 2).setNumTasks(3).fieldsGrouping("gate", "a", new Fields("number"));
            builder.setBolt("two", new Pass(3), 2).localOrShuffleGrouping("gate", "b, id");
            builder.setBolt("meet", new Meet(), 2).shuffleGrouping("one").shuffleGrouping("two").addConfiguration(tick, 1);
            builder.setBolt("end", new End(), 1).noneGrouping("meet");
        } else if (name.equals("names")) {
            String kinds = rare("tick-forget,größe-fail,tick-twice,größe-forget,tick-fail,größe-after,end-fail", 9);
            builder.setSpout("odd ids:v2", new Source(kinds, 15, 900, 1, true), 2);
            builder.setBolt("größe [2]", new Pass(0), 2).partialKeyGrouping("odd ids:v2", new Fields("number"));
            builder.setBolt("tick: of, a", new Ticker(), 2).shuffleGrouping("größe [2]").addConfiguration(tick, 1);
            builder.setBolt("end", new End(), 2).setNumTasks(4).shuffleGrouping("tick: of, a");
            config.setMaxSpoutPending(60);
            config.registerMetricsConsumer(LoggingMetricsConsumer.class, 1);
            config.put("topology.builtin.metrics.bucket.size.secs", 2);
            config.put("topology.eventlogger.executors", 1);
        } else if (name.equals("slowest")) {
            String kinds = rare("work-firstslow5000,choose-forget,threads-forget,work-reset7000,threads-twice,choose-after,threads-fail,work-drop", 55);
            builder.setSpout("jobs", new Source(kinds, 20, 800, 1, false), 2);
            builder.setBolt("threads", new Threads(), 2).shuffleGrouping("jobs");
            builder.setBolt("choose", new Choose("work"), 1).globalGrouping("threads");
            builder.setBolt("work", new Pass(0), 3).directGrouping("choose", "d");
            builder.setBolt("all", new Pass(0), 2).allGrouping("work");
            config.setMaxSpoutPending(150);
        } else if (name.equals("throws")) {
            String kinds = rare("work-forget,last-throw,work-fail,last-forget,work-throw", 24);
            builder.setSpout("jobs", new Source(kinds, 40, 700, 1, false), 2);
            builder.setBolt("work", new Pass(2), 2).shuffleGrouping("jobs");
            builder.setBolt("last", new Pass(0), 2).fieldsGrouping("work", new Fields("number"));
        } else if (name.equals("small")) {
            String kinds = rare("work-forget,last-fail,work-twice,last-forget", 5);
            builder.setSpout("jobs", new Source(kinds, 240, 2000, 1, false), 2);
            builder.setBolt("work", new Pass(1), 2).shuffleGrouping("jobs");
            builder.setBolt("last", new Pass(0), 2).shuffleGrouping("work");
        } else {
            String kinds = rare("work-forget,last-fail,work-twice,last-after,work-drop,last-forget,work-fail,last-twice", 6);
            builder.setSpout("jobs", new Source(kinds, 60, 2000, 1, false), 2);
            builder.setBolt("work", new Pass(1), 2).shuffleGrouping("jobs");
            builder.setBolt("last", new Pass(0), 2).shuffleGrouping("work");
        }
        return builder;
    }

    /** Run one in a LocalCluster, or submit it. */
    public static void main(String[] args) throws Exception {
        long seconds = Long.parseLong(args[2]);
        Config config = new Config();
        config.put(TRUTH, args[0]);
        config.setDebug(true);
        config.setMessageTimeoutSecs(Integer.parseInt(args[3]));
        config.setNumWorkers(Integer.parseInt(args[4]));
        config.setNumAckers(Integer.parseInt(args[5]));
        TopologyBuilder builder = built(args[1], config);
        if (seconds == 0) {
            StormSubmitter.submitTopology(args[1], config, builder.createTopology());
            return;
        }
        LocalCluster cluster = new LocalCluster();
        cluster.submitTopology(args[1], config, builder.createTopology());
        if (args[1].equals("rebalance")) {
            sleep(seconds * 400);
            RebalanceOptions options = new RebalanceOptions();
            options.set_wait_secs(1);
            options.set_num_workers(1);
            cluster.rebalance(args[1], options);
            sleep(seconds * 600);
        } else {
            sleep(seconds * 1000);
        }
        Runtime.getRuntime().halt(0);
    }
}
