package net.beaconcontroller.simulator.world;

import net.beaconcontroller.emulator.spec.NetworkSpec;

/** A link between switches. */
final class Cable {
    final int index;
    final String from;
    final String to;
    boolean isUp;
    boolean isBroken;
    /** Whether it has been up. */
    boolean isUsed;

    Cable(int index, String from, String to, boolean isUp) {
        this.index = index;
        this.from = from;
        this.to = to;
        this.isUp = isUp;
        this.isUsed = isUp;
    }

    /** Returns the end at the switch "from". */
    NetworkSpec.End end(World world) {
        return world.network().links().get(index).place().a();
    }

    @Override
    public String toString() {
        return "link %d from %s to %s".formatted(index + 1, from, to);
    }
}
