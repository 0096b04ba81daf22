package net.beaconcontroller.acl;

/** A range of transport ports, both ends included. */
record PortRange(int first, int last) {
    static final int MAX = 0xffff;
    static final PortRange ALL = new PortRange(0, MAX);

    boolean isAll() {
        return first == 0 && last == MAX;
    }

    int size() {
        return last - first + 1;
    }

    boolean contains(int port) {
        return first <= port && port <= last;
    }

    boolean covers(PortRange other) {
        return first <= other.first && other.last <= last;
    }

    boolean overlaps(PortRange other) {
        return first <= other.last && other.first <= last;
    }

    @Override
    public String toString() {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
