package org.xyro.kumulus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;
import org.xyro.kumulus.component.KumulusComponent;
import org.xyro.kumulus.component.KumulusSpout;

/** Stands in for the class of this name: what an adapter calls, with pending tuples told apart one by one. */
public final class KumulusAcker {
    private final KumulusEmitter emitter;
    private final Map<Object, KumulusSpout> spouts = new HashMap<>();
    private final Map<Object, List<Tuple>> pending = new HashMap<>();

    public KumulusAcker(
            KumulusEmitter emitter,
            long maxSpoutPending,
            boolean allowExtraAcking,
            long messageTimeoutMillis,
            long spoutAvailabilityCheckTimeout) {
        this.emitter = emitter;
    }

    public void startTree(KumulusSpout component, Object messageId) {
        if (spouts.putIfAbsent(messageId, component) != null) {
            throw new IllegalStateException("a second tree of " + messageId);
        }
        pending.put(messageId, new ArrayList<>());
    }

    public void expandTrees(KumulusComponent component, int dest, KumulusTuple tuple) {
        List<Tuple> tuples = pending.get(KumulusTuple.rootOf(tuple.getKTuple()));
        if (tuples != null) {
            tuples.add(tuple.getKTuple());
        }
    }

    public void ack(KumulusComponent component, Tuple input) {
        Object root = KumulusTuple.rootOf(input);
        List<Tuple> tuples = pending.get(root);
        if (tuples != null && tuples.remove(input) && tuples.isEmpty()) {
            end(root, Collections.emptyList());
        }
    }

    public void fail(KumulusComponent component, Tuple input) {
        Object root = KumulusTuple.rootOf(input);
        if (pending.containsKey(root)) {
            end(root, Collections.singletonList(component.getTaskId()));
        }
    }

    private void end(Object root, List<Integer> failedTasks) {
        pending.remove(root);
        emitter.completeMessageProcessing(spouts.remove(root), root, Collections.emptyList(), failedTasks);
    }
}
