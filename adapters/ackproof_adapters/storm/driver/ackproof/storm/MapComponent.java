package ackproof.storm;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Map;

/** The component {@code rotating-map}: one map, of strings to strings or null. */
final class MapComponent implements Component {
    private final RealRotatingMap map;

    MapComponent(RealRotatingMap map) {
        this.map = map;
    }

    @Override
    public JsonObject apply(JsonObject operation) throws BadRequest, ReflectiveOperationException {
        String name = Fields.text(operation, "op");
        return switch (name) {
            case "put" -> put(Fields.text(operation, "key"), Fields.textOrNull(operation, "value"));
            case "get" -> get(Fields.text(operation, "key"));
            case "contains" -> found(map.containsKey(Fields.text(operation, "key")));
            case "remove" -> remove(Fields.text(operation, "key"));
            case "size" -> size();
            case "rotate" -> rotate();
            default -> throw new BadRequest(name + " is not an operation of a rotating-map");
        };
    }

    private JsonObject put(String key, String value) throws ReflectiveOperationException {
        map.put(key, value);
        return new JsonObject();
    }

    private JsonObject get(String key) throws ReflectiveOperationException {
        // A null value looks like no value, so the map is asked for both.
        return withValue(found(map.containsKey(key)), map.get(key));
    }

    private JsonObject remove(String key) throws ReflectiveOperationException {
        boolean found = map.containsKey(key);
        return withValue(found(found), map.remove(key));
    }

    private JsonObject size() throws ReflectiveOperationException {
        JsonObject result = new JsonObject();
        result.addProperty("size", map.size());
        return result;
    }

    private JsonObject rotate() throws ReflectiveOperationException {
        JsonArray expired = new JsonArray();
        for (Map.Entry<?, ?> entry : map.rotate().entrySet()) {
            JsonObject pair = new JsonObject();
            pair.addProperty("key", (String) entry.getKey());
            pair.addProperty("value", (String) entry.getValue());
            expired.add(pair);
        }
        JsonObject result = new JsonObject();
        result.add("expired", expired);
        return result;
    }

    private static JsonObject found(boolean found) {
        JsonObject result = new JsonObject();
        result.addProperty("found", found);
        return result;
    }

    private static JsonObject withValue(JsonObject result, Object value) {
        if (value != null) {
            result.addProperty("value", (String) value);
        }
        return result;
    }
}
