package org.xyro.kumulus.component;

import java.util.Map;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.IRichSpout;

/** Stands in for the class of this name. */
public final class KumulusSpout extends KumulusComponent {
    public KumulusSpout(
            Map<String, ? extends Object> config, TopologyContext context, IRichSpout componentInstance) {
        super(config, context);
    }
}
