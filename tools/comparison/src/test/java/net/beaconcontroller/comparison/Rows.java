package net.beaconcontroller.comparison;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/** Rows and runs for tests. */
final class Rows {
    private Rows() {}

    static Map<String, Object> run(int day) {
        return Map.of(
                "date", "2026-01-%02dT10:00:00Z".formatted(day), "command", "beacon bench publish", "machine", "m");
    }

    /** Returns the fields that say what was measured: OpenFlow 1.0, 16 switches. */
    static SequencedMap<String, Object> load(String controller, int hosts, int round) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("controller", controller);
        fields.put("openflow", "1.0");
        fields.put("switches", 16);
        fields.put("hosts", hosts);
        fields.put("round", round);
        return fields;
    }

    static Row rate(String controller, int hosts, int round, double rate) {
        SequencedMap<String, Object> fields = load(controller, hosts, round);
        fields.put("answersPerSecond", rate);
        fields.put("cpuMicros", 0.5);
        fields.put("packetIns", 100);
        fields.put("flowMods", 100);
        fields.put("packetOuts", 100);
        fields.put("lost", round);
        return new Row(fields);
    }

    static Row failed(String controller, int hosts, int round) {
        SequencedMap<String, Object> fields = load(controller, hosts, round);
        fields.put("failure", "no \"port\", it is in use");
        return new Row(fields);
    }
}
