package org.apache.storm.task;

import org.apache.storm.tuple.Fields;

/** Stands in for the class of Storm 1.2.2, whose constructor has as many parameters, of types that are not needed here. */
public class TopologyContext {
    public TopologyContext(
            Object topology,
            Object stormConf,
            Object taskToComponent,
            Object componentToSortedTasks,
            Object componentToStreamToFields,
            Object stormId,
            Object codeDir,
            Object pidDir,
            Object taskId,
            Object workerPort,
            Object workerTasks,
            Object defaultResources,
            Object userResources,
            Object executorData,
            Object registeredMetrics,
            Object openOrPrepareWasCalled) {}

    public String getThisComponentId() {
        return null;
    }

    public int getThisTaskId() {
        return 0;
    }

    public int getThisTaskIndex() {
        return 0;
    }

    public String getComponentId(int taskId) {
        return null;
    }

    public Fields getComponentOutputFields(String componentId, String streamId) {
        return null;
    }
}
