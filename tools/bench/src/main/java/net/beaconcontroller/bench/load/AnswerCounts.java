package net.beaconcontroller.bench.load;

/** Answer counts of a thread. Other threads may read them after that thread has ended. */
public final class AnswerCounts {
    long flowMods;
    long packetOuts;
    long duplicated;
    long reordered;
    long unknown;

    void add(AnswerCounts other) {
        flowMods += other.flowMods;
        packetOuts += other.packetOuts;
        duplicated += other.duplicated;
        reordered += other.reordered;
        unknown += other.unknown;
    }
}
