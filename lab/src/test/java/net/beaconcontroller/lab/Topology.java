package net.beaconcontroller.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * What is joined to what in a lab, without loops. Switches and hosts are numbered from 1; the ports of a switch are
 * numbered from 1 in the order in which its links are made, which is Mininet's order too.
 *
 * @param switches how many there are
 * @param hosts where each is plugged in, host 1 first
 * @param links those between switches
 */
record Topology(int switches, List<Port> hosts, List<Link> links) {

    /** A port of a switch. */
    record Port(int switchNumber, int number) {}

    /** A cable between two switches. */
    record Link(Port from, Port to) {}

    /**
     * Reads {@code single,HOSTS} (one switch), {@code linear,N} (a chain of switches with a host at each) or
     * {@code tree,DEPTH,FANOUT} (hosts at the lowest switches).
     */
    static Topology parse(String text) {
        if (!text.matches("(single|linear|tree,[1-9]),[1-9][0-9]?")) {
            throw new IllegalArgumentException(
                    "topology=%s, should be single,HOSTS or linear,SWITCHES or tree,DEPTH,FANOUT".formatted(text));
        }
        String[] words = text.split(",", -1);
        int last = Integer.parseInt(words[words.length - 1]);
        var plan = new Plan();
        switch (words[0]) {
            case "single" -> plan.tree(1, last);
            case "linear" -> plan.chain(last);
            default -> plan.tree(Integer.parseInt(words[1]), last);
        }
        return new Topology(plan.portsInUse.size(), List.copyOf(plan.hosts), List.copyOf(plan.links));
    }

    /** A topology in the making. A new shape is a method here and a case above. */
    private static final class Plan {
        final List<Integer> portsInUse = new ArrayList<>(); // of each switch
        final List<Port> hosts = new ArrayList<>();
        final List<Link> links = new ArrayList<>();

        int tree(int depth, int fanout) {
            int root = addSwitch();
            for (int branch = 0; branch < fanout; branch++) {
                if (depth == 1) {
                    addHost(root);
                } else {
                    addLink(root, tree(depth - 1, fanout));
                }
            }
            return root;
        }

        void chain(int length) {
            for (int i = 1; i <= length; i++) {
                int added = addSwitch();
                addHost(added);
                if (i > 1) {
                    addLink(added, added - 1);
                }
            }
        }

        private int addSwitch() {
            portsInUse.add(0);
            return portsInUse.size();
        }

        private void addHost(int switchNumber) {
            hosts.add(nextPort(switchNumber));
        }

        private void addLink(int from, int to) {
            links.add(new Link(nextPort(from), nextPort(to)));
        }

        private Port nextPort(int switchNumber) {
            int number = portsInUse.get(switchNumber - 1) + 1;
            portsInUse.set(switchNumber - 1, number);
            return new Port(switchNumber, number);
        }
    }
}
