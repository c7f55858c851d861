// Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
// Copy this file and HookLines.java into your topology. For Storm 0.10 put backtype.storm for org.apache.storm in the imports.

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.hooks.BaseTaskHook;
import org.apache.storm.hooks.info.BoltAckInfo;
import org.apache.storm.hooks.info.BoltExecuteInfo;
import org.apache.storm.hooks.info.BoltFailInfo;
import org.apache.storm.hooks.info.EmitInfo;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.TupleImpl;

/**
 * Writes down what each task acks and fails, and what it tells ackers, for {@code ackproof audit}. It writes ids and names, and
 * nothing that a tuple holds. Switch it on with {@code config.put("topology.auto.task.hooks", Arrays.asList("AckproofHook"))}.
 */
public class AckproofHook extends BaseTaskHook {
    private String who;
    private HookLines lines;
    private boolean isAcker;
    private Tuple answered;

    @Override
    public void prepare(Map conf, TopologyContext context) {
        lines = HookLines.of(conf, context.getThisWorkerPort());
        isAcker = context.getThisComponentId().equals("__acker");
        who = ",\"task\":" + context.getThisTaskId() + ",\"component\":\"" + context.getThisComponentId() + "\"";
        lines.add("life", who + ",\"timeout\":" + conf.get("topology.message.timeout.secs"));
    }

    @Override
    public void emit(EmitInfo info) {
        if (isAcker ? isOfAckers(info.stream) : info.stream.equals("__ack_init")) {
            for (int to : info.outTasks) {
                lines.add("send", who + ",\"stream\":\"" + info.stream + "\",\"to\":" + to + ",\"values\":" + list(info.values));
            }
        }
    }

    @Override
    public void boltExecute(BoltExecuteInfo info) {
        if (info.tuple != answered) {
            lines.add("done", who + tuple(info.tuple));
        }
    }

    @Override
    public void boltAck(BoltAckInfo info) {
        if (!isAcker) {
            answered = info.tuple;
            lines.add("ack", who + tuple(info.tuple) + ",\"children\":" + ((TupleImpl) info.tuple).getAckVal());
        }
    }

    @Override
    public void boltFail(BoltFailInfo info) {
        answered = info.tuple;
        lines.add("fail", who + tuple(info.tuple));
    }

    private static boolean isOfAckers(String stream) {
        return stream.startsWith("__ack_");
    }

    /** Values as JSON: before 2.0 they may be a vector of Clojure, which prints no commas. */
    private static List<Object> list(List<Object> values) {
        return new ArrayList<Object>(values);
    }

    private static String tuple(Tuple tuple) {
        String stream = tuple.getSourceStreamId();
        boolean isOwn = isOfAckers(stream) || stream.equals("__tick");
        String ids = tuple.getMessageId().getAnchorsToIds().toString().replace('=', ',').replace('{', '[').replace('}', ']');
        return ",\"from\":" + tuple.getSourceTask() + ",\"of\":\"" + tuple.getSourceComponent() + "\",\"stream\":\"" + stream + "\""
                + (isOwn ? ",\"values\":" + list(tuple.getValues()) : ",\"ids\":" + ids);
    }
}
