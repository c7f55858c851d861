import java.io.FileWriter;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.BoltDeclarer;
import org.apache.storm.topology.FailedException;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * A topology whose bolts misbehave when a message tells them to, and write down what they did: the truth about a debug log.
 *
 * <p>A message is a kind and a number. The spout emits it to split, which emits three tuples to count, each of which emits one to join. Join waits
 * for three and emits one tuple that is anchored to all of them to sink. For Storm 0.10 the names of packages are changed when it is
 * compiled.
 *
 * <p>Arguments: the file for the truth, seconds to run, seconds of the message timeout, milliseconds between two messages of a
 * spout task, workers, ackers, the kinds, which are emitted in turn, and the class of a hook. With -Dfast=true it writes no truth and
 * no debug log, does not end to emit, and prints how many messages were acked, and for how much of the processor's time.
 */
public final class Misbehaving {
    private static final int CHILDREN = 3;
    private static final boolean FAST = Boolean.getBoolean("fast");
    private static final AtomicLong ACKED = new AtomicLong();
    private static PrintWriter truth;

    private Misbehaving() {}

    /** Write down what a task did with a tuple: its roots, the component, the task, the kind and what it did. */
    private static synchronized void did(TopologyContext context, Tuple tuple, String kind, String what) {
        if (truth == null) {
            return;
        }
        for (Object root : tuple.getMessageId().getAnchors()) {
            truth.println(root + " " + context.getThisComponentId() + " " + context.getThisTaskId() + " " + kind + " " + what);
        }
        truth.flush();
    }

    private static long spent() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Emits each kind in turn. */
    public static class Messages extends BaseRichSpout {
        private final String[] kinds;
        private final long gap;
        private SpoutOutputCollector collector;
        private int next;
        private List<Integer> splits;

        Messages(String[] kinds, long gap) {
            this.kinds = kinds;
            this.gap = gap;
        }

        @Override
        public void open(Map conf, TopologyContext context, SpoutOutputCollector collector) {
            this.collector = collector;
            next = 1000 * context.getThisTaskIndex();
            splits = context.getComponentTasks("split");
        }

        @Override
        public void nextTuple() {
            if (gap > 0) {
                sleep(gap);
            }
            int position = next % 1000;
            if (position >= 400 && !FAST) {
                return;
            }
            String kind = kinds[position % kinds.length];
            Values values = new Values(kind, next, 0);
            if ("untracked".equals(kind)) {
                collector.emit(values);
            } else if ("direct".equals(kind)) {
                collector.emitDirect(splits.get(next % splits.size()), "straight", values, next);
            } else {
                collector.emit(values, next);
            }
            next += 1;
        }

        @Override
        public void ack(Object message) {
            ACKED.incrementAndGet();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("kind", "number", "part"));
            declarer.declareStream("straight", true, new Fields("kind", "number", "part"));
        }
    }

    /** What all bolts here have in common: the kind `COMPONENT-MISDEED` makes that component do that misdeed, with its part 1. */
    private abstract static class Bolt extends BaseRichBolt {
        protected OutputCollector collector;
        protected TopologyContext context;

        @Override
        public void prepare(Map conf, TopologyContext context, OutputCollector collector) {
            this.collector = collector;
            this.context = context;
        }

        @Override
        public void execute(final Tuple tuple) {
            if (tuple.getSourceStreamId().equals("__tick")) {
                return;
            }
            final String kind = tuple.getString(0);
            String own = context.getThisComponentId() + "-";
            String misdeed = kind.startsWith(own) && tuple.getInteger(2) <= 1 && (tuple.getInteger(2) == 1 || own.equals("split-"))
                    ? kind.substring(own.length()) : "";
            if (!misdeed.isEmpty()) {
                did(context, tuple, kind, misdeed);
            } else {
                did(context, tuple, kind, "good");
            }
            if (misdeed.startsWith("slow")) {
                sleep(Long.parseLong(misdeed.substring(4)));
            }
            switch (misdeed) {
                case "hang":
                    sleep(1000000);
                    break;
                case "throw":
                    throw new IllegalStateException("planted\n  in two lines");
                case "forget":
                    emit(tuple, kind);
                    break;
                case "forgetfirst":
                    break;
                case "fail":
                    emit(tuple, kind);
                    collector.fail(tuple);
                    break;
                case "failack":
                    collector.fail(tuple);
                    collector.ack(tuple);
                    break;
                case "ackfail":
                    collector.ack(tuple);
                    collector.fail(tuple);
                    break;
                case "twice":
                    emit(tuple, kind);
                    collector.ack(tuple);
                    collector.ack(tuple);
                    break;
                case "between":
                    collector.ack(tuple);
                    emit(tuple, kind);
                    collector.ack(tuple);
                    break;
                case "after":
                    collector.ack(tuple);
                    emit(tuple, kind);
                    break;
                case "loose":
                    collector.emit(new Values(kind, tuple.getInteger(1), 0));
                    collector.ack(tuple);
                    break;
                case "async":
                    emit(tuple, kind);
                    new Timer(true).schedule(new TimerTask() {
                        @Override
                        public void run() {
                            collector.ack(tuple);
                        }
                    }, 40);
                    break;
                default:
                    if (misdeed.startsWith("failslow")) {
                        sleep(Long.parseLong(misdeed.substring(8)));
                        collector.fail(tuple);
                    } else {
                        emit(tuple, kind);
                        collector.ack(tuple);
                    }
            }
        }

        /** Emit what follows from a tuple, anchored to it. */
        protected abstract void emit(Tuple tuple, String kind);

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("kind", "number", "part"));
        }
    }

    /** Emits three tuples for each. */
    public static class Split extends Bolt {
        @Override
        protected void emit(Tuple tuple, String kind) {
            for (int part = 0; part < CHILDREN; part++) {
                collector.emit(tuple, new Values(kind, tuple.getInteger(1), part));
            }
        }
    }

    /** Emits one tuple for each. */
    public static class Count extends Bolt {
        @Override
        protected void emit(Tuple tuple, String kind) {
            collector.emit(tuple, new Values(kind, tuple.getInteger(1), tuple.getInteger(2)));
        }
    }

    /** Holds its tuples until there are three, of whatever trees, and emits one that is anchored to all. */
    public static class Join extends Bolt {
        private List<Tuple> held = new ArrayList<Tuple>();

        @Override
        public void execute(Tuple tuple) {
            String kind = tuple.getSourceStreamId().equals("__tick") ? "" : tuple.getString(0);
            if (kind.startsWith("join-") && !kind.equals("join-forgetone")) {
                super.execute(tuple);
                return;
            }
            if (!kind.isEmpty()) {
                held.add(tuple);
            }
            if (held.size() >= CHILDREN || kind.isEmpty() && !held.isEmpty()) {
                Tuple last = held.get(held.size() - 1);
                collector.emit(held, new Values(last.getString(0), last.getInteger(1), 1));
                boolean forgets = false;
                for (Tuple each : held) {
                    forgets = each.getString(0).equals("join-forgetone") && each.getInteger(2) == 1;
                    did(context, each, each.getString(0), forgets ? "forget" : "good");
                    if (!forgets) {
                        collector.ack(each);
                    }
                }
                held.clear();
            }
        }

        @Override
        protected void emit(Tuple tuple, String kind) {
            collector.emit(tuple, new Values(kind, tuple.getInteger(1), tuple.getInteger(2)));
        }
    }

    /** A basic bolt: Storm acks for it. */
    public static class Sink extends BaseBasicBolt {
        private TopologyContext context;

        @Override
        public void prepare(Map conf, TopologyContext context) {
            this.context = context;
        }

        @Override
        public void execute(Tuple tuple, BasicOutputCollector collector) {
            String kind = tuple.getString(0);
            boolean fails = kind.equals("sink-fail") && tuple.getInteger(2) == 1;
            did(context, tuple, kind, fails ? "fail" : "good");
            if (fails) {
                throw new FailedException("planted");
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    /** Run it in a LocalCluster. */
    public static void main(String[] args) throws Exception {
        truth = FAST ? null : new PrintWriter(new FileWriter(args[0], true));
        long seconds = Long.parseLong(args[1]);
        String[] kinds = args[6].split(",");
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Messages(kinds, Long.parseLong(args[3])), 2);
        BoltDeclarer split = builder.setBolt("split", new Split(), 2);
        split.shuffleGrouping("words").directGrouping("words", "straight");
        builder.setBolt("count", new Count(), 3).setNumTasks(4).fieldsGrouping("split", new Fields("kind", "part"));
        builder.setBolt("join", new Join(), 1).shuffleGrouping("count").addConfiguration("topology.tick.tuple.freq.secs", 1);
        builder.setBolt("sink", new Sink(), 1).setNumTasks(2).shuffleGrouping("join");
        Config config = new Config();
        config.setDebug(!FAST || Boolean.getBoolean("debug"));
        config.setMaxSpoutPending(FAST ? 500 : 100000);
        config.setMessageTimeoutSecs(Integer.parseInt(args[2]));
        config.setNumWorkers(Integer.parseInt(args[4]));
        config.setNumAckers(Integer.parseInt(args[5]));
        if (args.length > 7) {
            config.put("topology.auto.task.hooks", java.util.Arrays.asList(args[7]));
        }
        LocalCluster cluster = new LocalCluster();
        cluster.submitTopology("misbehaving", config, builder.createTopology());
        if (FAST) {
            sleep(12000);
            long acked = ACKED.get();
            long spent = spent();
            sleep(seconds * 1000);
            System.out.println((ACKED.get() - acked) / seconds + " messages/s, "
                    + (spent() - spent) / Math.max(1, ACKED.get() - acked) / 1000 + " microseconds of processor time each");
        } else {
            sleep(seconds * 1000);
        }
        Runtime.getRuntime().halt(0);
    }
}
