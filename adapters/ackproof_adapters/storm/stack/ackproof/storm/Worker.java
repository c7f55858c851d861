package ackproof.storm;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.cluster.IStateStorage;
import org.apache.storm.daemon.Task;
import org.apache.storm.daemon.worker.WorkerState;
import org.apache.storm.executor.Executor;
import org.apache.storm.executor.ExecutorTransfer;
import org.apache.storm.generated.ComponentCommon;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.tuple.AddressedTuple;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.TupleImpl;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.ConfigUtils;
import org.apache.storm.utils.JCQueue;

/**
 * The worker that an executor runs in, as far as it can tell: what it transfers is written down here.
 *
 * <p>There is one for each open component, and one set of stand-ins for all of them: a stand-in, once made, is never
 * collected. They answer for the worker that was entered last, so that each call of Storm's is preceded by an entry.
 */
final class Worker {
    /** Tasks are numbered from here, in the order in which the suite names them. An executor's are in a row. */
    static final int FIRST_TASK = 1;

    static final int ACKER_TASK = 500_000;

    /** A task that sends to the executor from elsewhere. */
    static final int OTHER_TASK = 400_000;

    /** The fields that are set by reflection. The certificate names each of them. */
    static final List<String> SET = List.of(
            "org.apache.storm.executor.Executor.idToTask",
            "org.apache.storm.executor.Executor.idToTaskBase",
            "org.apache.storm.executor.Executor.rand");

    /** The methods of Storm's that are not its own here. The certificate names each of them. */
    static final List<String> OVERRIDDEN = List.of("org.apache.storm.utils.ConfigUtils.readStormConfigImpl");

    private static final int FIRST_RECEIVER = 1_000_000;
    private static final Map<String, Object> DEFAULTS = ConfigUtils.readStormConfig();

    static {
        // Each executor reads the configuration anew, which takes longer than all else that it does here.
        ConfigUtils.setInstance(new ConfigUtils() {
            @Override
            public Map<String, Object> readStormConfigImpl() {
                return DEFAULTS;
            }
        });
    }

    private static final WorkerTopologyContext CONTEXT = context();
    private static final WorkerState STATE = state();
    private static final TopologyContext USER_CONTEXT = StandIns.of(
            TopologyContext.class,
            Map.of("getHooks", none -> List.of(), "registerMetric", asked -> asked[asked.length == 3 ? 1 : 0]));
    private static final Map<Integer, Task> TASKS = new HashMap<>();

    /** The worker that was entered last. */
    private static Worker entered;

    private final String component;
    private final Map<String, Object> conf;
    /** What the tasks run: spouts, or a bolt. */
    private final List<?> objects;

    /** What happened since it was last taken, in order: {@code AddressedTuple}s, and what the objects add. */
    private List<Object> happened = new ArrayList<>();

    /** How many tasks take the next tuple that is emitted. */
    private int receivers;

    /** A worker with a task of a component for each of these spouts or bolts, in a topology with so many ackers. */
    Worker(String component, int ackers, List<?> objects) {
        this.component = component;
        this.objects = objects;
        conf = new HashMap<>(DEFAULTS);
        conf.put(Config.TOPOLOGY_ACKER_EXECUTORS, ackers);
        conf.put(Config.TOPOLOGY_EVENTLOGGER_EXECUTORS, 0);
        // Statistics take one tuple of so many, in practice none: a timer of Storm's keeps what they count.
        conf.put(Config.TOPOLOGY_STATS_SAMPLE_RATE, 1.0 / Integer.MAX_VALUE);
        enter();
    }

    /** Let the stand-ins answer for this worker. */
    void enter() {
        entered = this;
    }

    /** What an executor is told of this worker. */
    WorkerState told() {
        enter();
        return STATE;
    }

    /** Return the identity of an executor of all tasks. */
    List<Long> executorId() {
        return List.of((long) FIRST_TASK, (long) FIRST_TASK + objects.size() - 1);
    }

    /** Give an executor its tasks and the seed of the ids that it will draw, and let it make its collectors. */
    void start(Executor executor, long seed) throws ReflectiveOperationException {
        ArrayList<Task> tasks = new ArrayList<>();
        for (int index = 0; index < objects.size(); index++) {
            tasks.add(TASKS.computeIfAbsent(FIRST_TASK + index, Worker::task));
        }
        set(executor, "idToTask", tasks);
        set(executor, "idToTaskBase", FIRST_TASK);
        // Storm draws a seed from the operating system; then no run of the suite could be repeated.
        set(executor, "rand", new Random(seed));
        try {
            executor.call();
        } catch (Exception failed) {
            throw new IllegalStateException("the executor did not start: " + failed, failed);
        }
    }

    /** Add what a spout or bolt did. */
    void note(Object what) {
        happened.add(what);
    }

    /** Return what happened since this was last asked, in order. */
    List<Object> taken() {
        List<Object> taken = happened;
        happened = new ArrayList<>();
        return taken;
    }

    /** Let the next tuple that is emitted go to so many tasks. */
    void route(int tasks) {
        receivers = tasks;
    }

    /** Return the index of the receiver that a tuple went to. */
    static int receiver(AddressedTuple sent) {
        return sent.getDest() - FIRST_RECEIVER;
    }

    /** Return a tuple as another worker sends it. */
    static TupleImpl tuple(String from, int task, String stream, MessageId id, Object... values) {
        return new TupleImpl(CONTEXT, new Values(values), from, task, stream, id);
    }

    /** Return a tick as Storm's timer sends it, to all tasks of an executor. */
    static AddressedTuple tick() {
        TupleImpl tuple = tuple(
                Constants.SYSTEM_COMPONENT_ID,
                (int) Constants.SYSTEM_TASK_ID,
                Constants.SYSTEM_TICK_STREAM_ID,
                MessageId.makeUnanchored(),
                30);
        return new AddressedTuple(AddressedTuple.BROADCAST_DEST, tuple);
    }

    private static WorkerTopologyContext context() {
        ComponentCommon common = new ComponentCommon();
        common.set_streams(new HashMap<>());
        return StandIns.of(
                WorkerTopologyContext.class,
                Map.of(
                        "getComponentId", task -> entered.component,
                        "getComponentCommon", name -> common,
                        "getTargets", name -> Map.of(),
                        "getRawTopology", none -> new StormTopology(Map.of(), Map.of(), Map.of()),
                        "doSanityCheck", none -> false));
    }

    private static WorkerState state() {
        JCQueue queue = StandIns.of(JCQueue.class, Map.of("getName", none -> "receive"));
        IStateStorage storage =
                StandIns.of(IStateStorage.class, Map.of("register", callback -> "", "mkdirs", path -> null));
        StormMetricRegistry registry =
                StandIns.of(StormMetricRegistry.class, Map.of("rateCounter", named -> null));
        Map<String, Function<Object[], Object>> answers = new HashMap<>();
        answers.put("getWorkerTopologyContext", none -> CONTEXT);
        answers.put("getTopologyConf", none -> entered.conf);
        answers.put("getConf", none -> entered.conf);
        answers.put("getExecutorReceiveQueueMap", none -> new HashMap<>());
        // No task that a tuple goes to is in this worker: whatever is transferred leaves it, by tryTransferRemote.
        answers.put("getLocalReceiveQueues", none -> Map.of(0, queue));
        answers.put("getTopologyId", none -> "topology");
        answers.put("getIsWorkerActive", none -> new CountDownLatch(0));
        answers.put("getIsTopologyActive", none -> new AtomicBoolean(true));
        answers.put("getStormComponentToDebug", none -> new AtomicReference<>(Map.of()));
        answers.put("getSuicideCallback", none -> (Runnable) () -> {});
        answers.put("getStateStorage", none -> storage);
        answers.put("getTaskToComponent", none -> Map.of());
        answers.put("getMetricRegistry", none -> registry);
        answers.put("tryTransferRemote", asked -> entered.happened.add(asked[0]));
        return StandIns.of(WorkerState.class, answers);
    }

    private static Task task(int id) {
        Map<String, Function<Object[], Object>> answers = new HashMap<>();
        answers.put("getTaskId", none -> id);
        answers.put("getTaskObject", none -> entered.objects.get(id - FIRST_TASK));
        answers.put("getUserContext", none -> USER_CONTEXT);
        // Of three arguments the first is the task that a direct emit names.
        answers.put("getOutgoingTasks", asked -> asked.length == 3 ? List.of(asked[0]) : entered.receivingTasks());
        answers.put("sendUnanchored", asked -> entered.sendUnanchored(id, asked));
        return StandIns.of(Task.class, answers);
    }

    private List<Integer> receivingTasks() {
        List<Integer> tasks = new ArrayList<>();
        for (int index = 0; index < receivers; index++) {
            tasks.add(FIRST_RECEIVER + index);
        }
        return tasks;
    }

    /** Do as a task does with a message to an acker: it is a tuple, and goes the way of all tuples. */
    @SuppressWarnings("unchecked")
    private Object sendUnanchored(int from, Object[] asked) {
        TupleImpl tuple = new TupleImpl(CONTEXT, (List<Object>) asked[1], component, from, (String) asked[0]);
        ((ExecutorTransfer) asked[2])
                .tryTransfer(new AddressedTuple(ACKER_TASK, tuple), (Queue<AddressedTuple>) asked[3]);
        return null;
    }

    private static void set(Executor executor, String name, Object value) throws ReflectiveOperationException {
        if (!SET.contains(Executor.class.getName() + "." + name)) {
            throw new IllegalStateException(name + " is not among the fields that the certificate names as set");
        }
        Field field = Executor.class.getDeclaredField(name);
        field.setAccessible(true);
        field.set(executor, value);
    }
}
