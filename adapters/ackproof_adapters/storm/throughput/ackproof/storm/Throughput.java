package ackproof.storm;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Times the acker tasks of a log: {@code Throughput building|ready THREADS}.
 *
 * <p>Each line of the input is a run: the folder of the log, a tab, the folder for the notifications. The answer is a
 * line of two numbers, in nanoseconds: the time that all acker tasks took together, and that of all cores of this
 * process. Reading, and tuples that are to be ready, come before that time; writing comes after it.
 */
public final class Throughput {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final boolean isReady;
    private final int threads;
    private Path folder;
    private List<Columns> shards = List.of();

    private Throughput(boolean isReady, int threads) {
        this.isReady = isReady;
        this.threads = threads;
    }

    /** Serve until the input ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream answers = System.out;
        // Whatever Storm or its libraries print goes to stderr.
        System.setOut(System.err);
        Throughput bench = new Throughput(arguments[0].equals("ready"), Integer.parseInt(arguments[1]));
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            String[] folders = line.split("\t");
            answers.println(bench.run(Path.of(folders[0]), Path.of(folders[1])));
            answers.flush();
        }
        System.exit(0);
    }

    private String run(Path log, Path out) throws IOException, InterruptedException {
        load(log);
        Tuples tuples = new Tuples();
        List<AckerTask> tasks = new ArrayList<>();
        for (Columns shard : shards) {
            tasks.add(new AckerTask(shard, tuples, isReady));
        }
        System.gc();
        long cpu = SYSTEM.getProcessCpuTime();
        long begun = System.nanoTime();
        takeAll(tasks);
        long nanos = System.nanoTime() - begun;
        long cpuNanos = SYSTEM.getProcessCpuTime() - cpu;
        for (int index = 0; index < tasks.size(); index++) {
            tasks.get(index).notified().write(out.resolve(Integer.toString(index)));
        }
        return nanos + " " + cpuNanos;
    }

    private void load(Path log) throws IOException {
        if (log.equals(folder)) {
            return;
        }
        shards = List.of();
        List<Columns> read = new ArrayList<>();
        for (int index = 0; log.resolve(Integer.toString(index)).toFile().isDirectory(); index++) {
            read.add(Columns.read(log.resolve(Integer.toString(index))));
        }
        shards = read;
        folder = log;
    }

    /** Let each thread take one acker task after the other, until none is left. */
    private void takeAll(List<AckerTask> tasks) throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> started = new ArrayList<>();
        for (int number = 0; number < threads; number++) {
            Thread thread = new Thread(() -> {
                for (int index = next.getAndIncrement(); index < tasks.size(); index = next.getAndIncrement()) {
                    tasks.get(index).takeAll();
                }
            });
            thread.setUncaughtExceptionHandler((self, thrown) -> failure.set(thrown));
            thread.start();
            started.add(thread);
        }
        for (Thread thread : started) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
    }
}
