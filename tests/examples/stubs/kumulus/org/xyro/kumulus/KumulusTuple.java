package org.xyro.kumulus;

import java.util.List;
import java.util.Map;
import org.apache.storm.tuple.Tuple;
import org.xyro.kumulus.component.KumulusComponent;

/** Stands in for the class of this name. */
public final class KumulusTuple {
    private final Tuple kTuple;

    public KumulusTuple(
            KumulusComponent component,
            String streamId,
            List<? extends Object> tuple,
            Object messageId,
            Map<String, String> loggingContext) {
        kTuple = new Rooted(messageId);
    }

    public Tuple getKTuple() {
        return kTuple;
    }

    static Object rootOf(Tuple tuple) {
        return ((Rooted) tuple).root;
    }

    private static final class Rooted implements Tuple {
        private final Object root;

        Rooted(Object root) {
            this.root = root;
        }
    }
}
