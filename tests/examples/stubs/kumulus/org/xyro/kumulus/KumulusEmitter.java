package org.xyro.kumulus;

import java.util.List;
import org.xyro.kumulus.component.KumulusComponent;
import org.xyro.kumulus.component.KumulusSpout;

/** Stands in for the interface of this name. */
public interface KumulusEmitter {
    List<KumulusComponent> getDestinations(List<Integer> tasks);

    void execute(KumulusComponent destComponent, KumulusTuple kumulusTuple);

    void completeMessageProcessing(
            KumulusSpout spout, Object spoutMessageId, List<Integer> timeoutTasks, List<Integer> failedTasks);

    void throwException(Throwable t);
}
