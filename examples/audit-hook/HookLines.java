// Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0

import java.io.BufferedWriter;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.util.HashMap;
import java.util.Map;

/**
 * The file that all tasks of a worker write to: {@code PORT-START.jsonl} in the folder that the setting {@code ackproof.hook.dir}
 * names, or in {@code ackproof-hook} of the working directory. If it cannot be written, the topology goes on without.
 */
final class HookLines extends Thread {
    private static final Map<Integer, HookLines> OF_WORKERS = new HashMap<Integer, HookLines>();
    private final File file;
    private BufferedWriter out;

    private HookLines(File file) {
        super("ackproof-hook");
        this.file = file;
        setDaemon(true);
    }

    static synchronized HookLines of(Map conf, int port) {
        HookLines found = OF_WORKERS.get(port);
        if (found == null) {
            Object folder = conf.get("ackproof.hook.dir");
            File parent = new File(folder == null ? "ackproof-hook" : folder.toString());
            parent.mkdirs();
            found = new HookLines(new File(parent, port + "-" + System.currentTimeMillis() + ".jsonl"));
            OF_WORKERS.put(port, found);
            found.start();
        }
        return found;
    }

    synchronized void add(String kind, String what) {
        try {
            if (out == null) {
                out = new BufferedWriter(new OutputStreamWriter(new FileOutputStream(file, true), "UTF-8"), 1 << 16);
            }
            out.write("{\"time\":" + System.currentTimeMillis() + ",\"kind\":\"" + kind + "\"" + what + "}\n");
        } catch (IOException e) {
            System.err.println("ackproof: cannot write " + file + ": " + e);
        }
    }

    /** What was written is on the disk a second later, so that it outlives the worker. */
    @Override
    public void run() {
        while (true) {
            try {
                sleep(1000);
                synchronized (this) {
                    if (out != null) {
                        out.flush();
                    }
                }
            } catch (IOException | InterruptedException e) {
                return;
            }
        }
    }
}
