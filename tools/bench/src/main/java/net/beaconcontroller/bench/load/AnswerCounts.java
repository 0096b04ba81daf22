package net.beaconcontroller.bench.load;

/** What a thread has counted. For that thread, and for others when it has ended. */
final class AnswerCounts {
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
