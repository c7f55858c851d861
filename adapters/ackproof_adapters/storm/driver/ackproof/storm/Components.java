package ackproof.storm;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;

/** The components that a driver has, and what is to be said of them at the start. */
interface Components {
    List<String> names();

    List<String> capabilities();

    /** What the certificate should quote beside the jars: lists of texts, by name. */
    Map<String, List<String>> evidence();

    /**
     * Open a component that knows nothing yet.
     *
     * @param session the name of the conversation's session, which ids that are drawn may depend on
     * @throws BadRequest if there is no such component, or its configuration is none
     */
    Component open(String component, JsonObject config, String session) throws BadRequest, ReflectiveOperationException;
}
