package ackproof.storm;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.storm.cluster.IStateStorage;
import org.apache.storm.daemon.Task;
import org.apache.storm.daemon.worker.WorkerState;
import org.apache.storm.metrics2.StormMetricRegistry;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.utils.JCQueue;
import org.mockito.MockMakers;
import org.mockito.Mockito;
import org.mockito.invocation.InvocationOnMock;

/** Stand-ins for what is around an executor in a worker of Storm. They answer what they are asked, and do nothing. */
final class StandIns {
    /** The classes that are not real. The certificate names each of them. */
    static final List<Class<?>> CLASSES = List.of(
            IStateStorage.class,
            JCQueue.class,
            StormMetricRegistry.class,
            Task.class,
            TopologyContext.class,
            WorkerState.class,
            WorkerTopologyContext.class);

    private StandIns() {}

    /** Return a stand-in that gives these answers, by the names of its methods, and no others. */
    static <T> T of(Class<T> type, Map<String, Function<Object[], Object>> answers) {
        if (!CLASSES.contains(type)) {
            throw new IllegalStateException(type + " is not among the classes that the certificate names as mocked");
        }
        return Mockito.mock(
                type,
                Mockito.withSettings()
                        .mockMaker(MockMakers.INLINE) // Storm has final methods; it is why there is an agent in the JVM
                        .stubOnly()
                        .defaultAnswer(asked -> answer(type, answers, asked)));
    }

    private static Object answer(
            Class<?> type, Map<String, Function<Object[], Object>> answers, InvocationOnMock asked) {
        String name = asked.getMethod().getName();
        Function<Object[], Object> answer = answers.get(name);
        if (answer != null) {
            return answer.apply(asked.getArguments());
        }
        if (name.equals("toString")) {
            return "stand-in for " + type.getSimpleName();
        }
        // Better no answer than one that no real object would give.
        throw new UnsupportedOperationException("Storm called " + type.getSimpleName() + "." + name);
    }
}
