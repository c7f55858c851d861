package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/** The components of the stack: a SpoutExecutor, a bolt's collector, an acker in its executor, and what draws ids. */
final class Stack implements Components {
    @Override
    public List<String> names() {
        return List.of("acker", "anchoring", "spout", "ids");
    }

    @Override
    public List<String> capabilities() {
        return List.of("pending", "sessions");
    }

    @Override
    public Map<String, List<String>> evidence() {
        Map<String, List<String>> evidence = new TreeMap<>();
        evidence.put("mocked", StandIns.CLASSES.stream().map(Class::getName).sorted().toList());
        evidence.put("overridden", Worker.OVERRIDDEN);
        evidence.put("set by reflection", Worker.SET);
        return evidence;
    }

    @Override
    public Component open(String component, JsonObject config, String session)
            throws BadRequest, ReflectiveOperationException {
        // Sessions are parts of one topology. Their ids must differ, and be the same when all is done again.
        long seed = new SplittableRandom(session.hashCode()).nextLong();
        return switch (component) {
            case "acker" -> new StackAcker(seed);
            case "anchoring" -> new AnchoringComponent(seed);
            case "spout" -> new SpoutComponent(tasks(config), ackers(config), seed);
            case "ids" -> new IdsComponent(executors(config), seed);
            default -> throw new BadRequest(
                    component + " is not a component; there are acker, anchoring, spout and ids");
        };
    }

    private static int ackers(JsonObject config) throws BadRequest {
        return Fields.isAbsent(config, "ackers") ? 1 : Fields.integer(config, "ackers");
    }

    private static int executors(JsonObject config) throws BadRequest {
        return Fields.isAbsent(config, "executors") ? 1 : Fields.integer(config, "executors");
    }

    private static List<Integer> tasks(JsonObject config) throws BadRequest {
        if (!(config.get("spout_tasks") instanceof JsonArray given) || given.isEmpty()) {
            throw new BadRequest("the field spout_tasks should be a list with a task in " + config);
        }
        List<Integer> tasks = new ArrayList<>();
        for (JsonElement each : given) {
            tasks.add(each.getAsInt());
        }
        return tasks;
    }
}
