package net.beaconcontroller.labkit;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.api.CookieRange;

/** The flows, groups and meters of the switches of a lab, read and changed with ovs-ofctl(8). */
public final class OvsTables {
    private static final String OFCTL = "ovs-ofctl --timeout=20 ";

    private final OvsLab lab;
    private final Shell shell;

    OvsTables(OvsLab lab, Shell shell) {
        this.lab = lab;
        this.shell = shell;
    }

    /** Returns the flows of a switch in the format of ovs-ofctl(8); none if it is stopped. */
    public List<String> flows(int sw) {
        if (lab.isStopped(sw)) {
            return List.of();
        }
        return shell.run(OFCTL + "-O %s dump-flows s%d".formatted(lab.protocols(sw), sw))
                .lines()
                .filter(line -> line.contains("actions="))
                .map(String::strip)
                .toList();
    }

    /** Runs ovs-ofctl(8), for example {@code dump-ports s1}, and returns its output. */
    public String ofctl(String command) {
        return shell.run(OFCTL + "-O %s %s".formatted(lab.protocols().replace(' ', ','), command));
    }

    /** Deletes the flows with these cookies of all switches. */
    public void deleteFlows(CookieRange cookies) {
        lab.switches()
                .forEach(sw -> shell.run(OFCTL
                        + "-O %s del-flows s%d cookie=0x%016x/0x%016x"
                                .formatted(lab.protocols(sw), sw, cookies.first(), cookies.mask())));
    }

    /** Adds a flow in the notation of ovs-ofctl(8). */
    public void addFlow(int sw, String flow) {
        shell.run(ofctl("add-flow", sw, flow));
    }

    /** Deletes all flows of a switch, regardless of their origin. */
    public void deleteAllFlows(int sw) {
        shell.run(ofctl("del-flows", sw));
    }

    /** Adds a group in the notation of ovs-ofctl(8). */
    public void addGroup(int sw, String group) {
        shell.run(ofctl("add-group", sw, group));
    }

    /** Deletes a group and the flows that use it. */
    public void deleteGroup(int sw, long groupId) {
        shell.run(ofctl("del-groups", sw, "group_id=" + groupId));
    }

    /** Returns the groups of a switch in the format of ovs-ofctl(8). */
    public List<String> groups(int sw) {
        return shell.run(ofctl("dump-groups", sw))
                .lines()
                .filter(line -> line.contains("group_id="))
                .toList();
    }

    /** Returns the meters of a switch in the format of ovs-ofctl(8). */
    public List<String> meters(int sw) {
        return shell.run(ofctl("dump-meters", sw))
                .lines()
                .filter(line -> line.contains("meter="))
                .toList();
    }

    private List<String> ofctl(String command, int sw, String... arguments) {
        var words = new ArrayList<>(List.of(OFCTL.strip().split(" ")));
        words.addAll(List.of("-O", lab.protocols(sw), command, "s" + sw));
        words.addAll(List.of(arguments));
        return words;
    }
}
