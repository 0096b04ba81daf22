package net.beaconcontroller.cli.remote.client;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import net.beaconcontroller.openflow.PortNumber;
import org.jspecify.annotations.Nullable;

/** An object of an answer of the controller. Members that are absent, as in another version, read as empty. */
public record JsonObject(Map<?, ?> members) {
    /** Returns the objects of an array. */
    public static List<JsonObject> list(@Nullable Object array) {
        return array instanceof List<?> list ? list.stream().map(JsonObject::of).toList() : List.of();
    }

    public static JsonObject of(@Nullable Object value) {
        return new JsonObject(value instanceof Map<?, ?> map ? map : Map.of());
    }

    /** Returns whether there is a member with this name that is not null. */
    public boolean has(String name) {
        return members.get(name) != null;
    }

    public JsonObject object(String name) {
        return of(members.get(name));
    }

    public List<JsonObject> objects(String name) {
        return list(members.get(name));
    }

    /** Returns the elements of an array. */
    public List<?> elements(String name) {
        return members.get(name) instanceof List<?> list ? list : List.of();
    }

    /** Returns a member as text, an array as its elements with commas. */
    public String text(String name) {
        Object value = members.get(name);
        return value instanceof List<?> list
                ? list.stream().map(Objects::toString).collect(Collectors.joining(", "))
                : Objects.toString(value, "");
    }

    /** Returns the number of a switch port as text, and LOCAL for that of the local port. */
    public String port(String name) {
        return has(name) ? PortNumber.toString((long) number(name)) : "";
    }

    public double number(String name) {
        return members.get(name) instanceof Number number ? number.doubleValue() : 0;
    }
}
