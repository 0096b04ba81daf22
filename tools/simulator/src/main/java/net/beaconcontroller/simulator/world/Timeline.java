package net.beaconcontroller.simulator.world;

import java.util.ArrayList;
import java.util.List;
import net.beaconcontroller.simulator.schedule.Scheduler;

/** What has happened in a world, in the order of virtual time, for people. */
final class Timeline {
    private final Scheduler scheduler;
    private final List<String> lines = new ArrayList<>();

    Timeline(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    void add(String text) {
        long micros = scheduler.nowNanos() / 1_000;
        lines.add("%3d.%06d  %s".formatted(micros / 1_000_000, micros % 1_000_000, text));
    }

    List<String> lines() {
        return lines;
    }
}
