package ackproof.storm;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.Map;

/** The components of every release: its acker, and the map that this keeps its records in. */
final class AckerAndMap implements Components {
    /** How many buckets the ackers of a profile have, which is what its maps are opened with. */
    private static final Map<String, Integer> BUCKETS = Map.of("storm1", 2, "storm2", 3);

    private final Release release;
    private final StormClasses classes;

    AckerAndMap(Release release, StormClasses classes) {
        this.release = release;
        this.classes = classes;
    }

    @Override
    public List<String> names() {
        return List.of("acker", "rotating-map");
    }

    @Override
    public List<String> capabilities() {
        return List.of("acks-input", "configurable", "pending");
    }

    @Override
    public Map<String, List<String>> evidence() {
        return Map.of();
    }

    @Override
    public Component open(String component, JsonObject config, String session)
            throws BadRequest, ReflectiveOperationException {
        return switch (component) {
            case "acker" -> new AckerComponent(new RealAcker(classes, release.pending()));
            case "rotating-map" -> new MapComponent(RealRotatingMap.make(classes, buckets(config)));
            default -> throw new BadRequest(component + " is not a component; there are acker and rotating-map");
        };
    }

    private static int buckets(JsonObject config) throws BadRequest {
        if (!Fields.isAbsent(config, "buckets")) {
            return Fields.integer(config, "buckets");
        }
        String profile = Fields.text(config, "profile");
        if (!BUCKETS.containsKey(profile)) {
            throw new BadRequest(profile + " is not a profile; there are storm1 and storm2");
        }
        return BUCKETS.get(profile);
    }
}
