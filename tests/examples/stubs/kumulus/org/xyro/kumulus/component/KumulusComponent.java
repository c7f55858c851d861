package org.xyro.kumulus.component;

import java.util.Map;
import org.apache.storm.task.TopologyContext;

/** Stands in for the class of this name. */
public abstract class KumulusComponent {
    private final int taskId;

    public KumulusComponent(Map<String, ? extends Object> config, TopologyContext context) {
        taskId = context.getThisTaskId();
    }

    public final int getTaskId() {
        return taskId;
    }
}
