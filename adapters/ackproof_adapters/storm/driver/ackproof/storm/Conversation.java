package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The protocol: one request a line, one reply a line, in order. */
final class Conversation {
    private static final int PROTOCOL = 1;
    /** The session of requests that name none. */
    private static final String UNNAMED = "";

    private final Release release;
    private final Components components;
    private final Map<String, Component> open = new HashMap<>();

    Conversation(Release release, Components components) {
        this.release = release;
        this.components = components;
    }

    /** Answer requests until one says stop, or there are no more. */
    void hold(BufferedReader requests, Writer replies) throws IOException {
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            JsonObject reply = reply(line);
            if (reply == null) {
                return;
            }
            replies.write(reply.toString());
            replies.write('\n');
            // Whoever asked may wait for this before asking again.
            replies.flush();
        }
    }

    /** Return the reply to a request, or null if it was the last. */
    private JsonObject reply(String line) {
        try {
            if (!(JsonParser.parseString(line) instanceof JsonObject request)) {
                throw new BadRequest("a request should be a JSON object, and this is none: " + line);
            }
            String command = Fields.text(request, "cmd");
            return switch (command) {
                case "start" -> start(request);
                case "open" -> open(request);
                case "apply" -> apply(request);
                case "stop" -> null;
                default -> throw new BadRequest(command + " is not a command; there are start, open, apply and stop");
            };
        } catch (InvocationTargetException thrown) {
            return error(thrown.getCause().toString());
        } catch (BadRequest bad) {
            return error(bad.getMessage());
        } catch (ReflectiveOperationException | RuntimeException | LinkageError unexpected) {
            // The process lives on: what comes next may have nothing to do with this.
            unexpected.printStackTrace();
            return error(unexpected.toString());
        }
    }

    private JsonObject start(JsonObject request) throws BadRequest {
        int newest = Fields.integer(request, "protocol");
        int oldest = Fields.isAbsent(request, "oldest") ? newest : Fields.integer(request, "oldest");
        if (PROTOCOL < oldest || newest < PROTOCOL) {
            throw new BadRequest("this driver speaks protocol " + PROTOCOL + ", not " + oldest + " to " + newest);
        }
        JsonObject reply = new JsonObject();
        reply.addProperty("protocol", PROTOCOL);
        reply.addProperty("name", release.name());
        reply.addProperty("version", release.version());
        reply.addProperty("language", release.language());
        reply.add("components", array(components.names()));
        reply.add("profiles", array(release.profiles()));
        reply.add("operations", array(release.operations()));
        reply.add("capabilities", array(components.capabilities()));
        reply.add("evidence", evidence());
        return reply;
    }

    private JsonObject evidence() {
        JsonArray jars = new JsonArray();
        for (Release.Jar each : release.jars()) {
            JsonObject jar = new JsonObject();
            jar.addProperty("file", Path.of(each.path()).getFileName().toString());
            jar.addProperty("sha256", each.sha256());
            jars.add(jar);
        }
        JsonObject evidence = new JsonObject();
        evidence.add("jars", jars);
        evidence.addProperty("java", System.getProperty("java.version"));
        components.evidence().forEach((name, texts) -> evidence.add(name, array(texts)));
        return evidence;
    }

    private JsonObject open(JsonObject request) throws BadRequest, ReflectiveOperationException {
        String component = Fields.text(request, "component");
        JsonObject config = request.has("config") ? request.getAsJsonObject("config") : new JsonObject();
        String session = session(request);
        // What was open goes first: whatever comes of this request, its state must not be taken for the new one's.
        open.remove(session);
        open.put(session, components.open(component, config, session));
        JsonObject reply = new JsonObject();
        reply.addProperty("ok", true);
        return reply;
    }

    private static String session(JsonObject request) throws BadRequest {
        return Fields.isAbsent(request, "session") ? UNNAMED : Fields.text(request, "session");
    }

    private JsonObject apply(JsonObject request) throws BadRequest, ReflectiveOperationException {
        Component component = open.get(session(request));
        if (component == null) {
            throw new BadRequest("nothing is open");
        }
        if (!(request.get("operations") instanceof JsonArray operations)) {
            throw new BadRequest("the field operations should be a list");
        }
        JsonArray results = new JsonArray(operations.size());
        for (JsonElement operation : operations) {
            results.add(result(component, operation));
        }
        JsonObject reply = new JsonObject();
        reply.add("results", results);
        return reply;
    }

    private JsonObject result(Component component, JsonElement element)
            throws BadRequest, ReflectiveOperationException {
        if (!(element instanceof JsonObject operation)) {
            throw new BadRequest("an operation should be a JSON object, and this is none: " + element);
        }
        String name = Fields.text(operation, "op");
        if (!release.operations().contains(name)) {
            throw new BadRequest(release.name() + " has no operation " + name);
        }
        return component.apply(operation);
    }

    private static JsonArray array(List<String> texts) {
        JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }

    private static JsonObject error(String message) {
        JsonObject reply = new JsonObject();
        reply.addProperty("error", message);
        return reply;
    }
}
