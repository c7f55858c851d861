package ackproof.storm;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;

/** Reads fields of requests; each method names the field that is missing or wrong. */
final class Fields {
    private Fields() {}

    static String text(JsonObject from, String name) throws BadRequest {
        JsonElement value = from.get(name);
        if (value == null || !value.isJsonPrimitive() || !value.getAsJsonPrimitive().isString()) {
            throw new BadRequest("the field " + name + " should be a string in " + from);
        }
        return value.getAsString();
    }

    static String textOrNull(JsonObject from, String name) throws BadRequest {
        return isAbsent(from, name) ? null : text(from, name);
    }

    /** A 64-bit number, which travels as a string. */
    static long number(JsonObject from, String name) throws BadRequest {
        try {
            return Long.parseLong(text(from, name));
        } catch (NumberFormatException none) {
            throw new BadRequest("the field " + name + " should be a 64-bit number in decimal in " + from);
        }
    }

    static int integer(JsonObject from, String name) throws BadRequest {
        JsonElement value = from.get(name);
        try {
            if (value != null && value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()) {
                return Integer.parseInt(value.getAsString());
            }
        } catch (NumberFormatException none) {
            // It is a number, but not one of ours: said below.
        }
        throw new BadRequest("the field " + name + " should be an integer of 32 bits in " + from);
    }

    static boolean isAbsent(JsonObject from, String name) {
        return !from.has(name) || from.get(name).isJsonNull();
    }
}
