package net.beaconcontroller.probe;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;
import net.beaconcontroller.openflow.Version;
import org.jspecify.annotations.Nullable;

/**
 * One run of a {@link Scenario} against a controller. The messages of the switches depend only on the seed and on the
 * requests of the controller. For use by one thread.
 */
public final class Probe implements AutoCloseable {
    private static final int CONNECT_MILLIS = 2000;

    private final InetSocketAddress controller;
    private final Version version;
    private final Duration patience;
    private final SplittableRandom random;
    private final Traffic traffic;
    private final List<ProbeSwitch> switches = new ArrayList<>();
    private ScenarioParameters parameters = new ScenarioParameters(Map.of());
    private @Nullable ProbeSwitch culprit;

    /** A part of a scenario that runs at the same time as others. */
    @FunctionalInterface
    public interface Program {
        void run() throws IOException, InterruptedException;
    }

    /**
     * Creates a run.
     *
     * @param patience the time within which a controller has to answer
     * @param seed determines all random values
     */
    public Probe(InetSocketAddress controller, Version version, Duration patience, long seed, Traffic traffic) {
        this.controller = controller;
        this.version = version;
        this.patience = patience;
        this.random = new SplittableRandom(seed);
        this.traffic = traffic;
    }

    /** Returns the version that switches offer by default. */
    public Version version() {
        return version;
    }

    /** Returns the time within which a controller has to answer. */
    public Duration patience() {
        return patience;
    }

    /** Returns the generator of all random values. */
    public RandomGenerator random() {
        return random;
    }

    /**
     * Returns the faulty switch, which was connected and served as a correct one when this method was called first.
     *
     * @throws ExpectationFailedException if the controller does not serve it
     */
    public ProbeSwitch culprit() throws IOException, InterruptedException {
        if (culprit == null) {
            culprit = newSwitch().connectAndServe(patience.multipliedBy(10));
        }
        return culprit;
    }

    /** Makes a switch the culprit: after the scenario, it has to be served. */
    public ProbeSwitch setCulprit(ProbeSwitch faulty) {
        culprit = faulty;
        return faulty;
    }

    /** Returns whether there is a culprit. */
    public boolean hasCulprit() {
        return culprit != null;
    }

    /** Returns a switch that is to be connected. */
    public SwitchBuilder newSwitch() {
        return new SwitchBuilder(this, random.nextLong());
    }

    ProbeSwitch open(SwitchBuilder builder) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(controller, CONNECT_MILLIS);
            ProbeSwitch connected = ProbeSwitch.start(builder, traffic, socket);
            switches.add(connected);
            return connected;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Sets the parameters of the scenario. */
    public void setParameters(ScenarioParameters values) {
        parameters = values;
    }

    /** Returns a parameter, which the command line sets by {@code -P name=value}. */
    public String parameter(String name, String otherwise) {
        return parameters.text(name, otherwise);
    }

    /** Returns a parameter that is a whole number. Another value ends the command. */
    public long parameter(String name, long otherwise) {
        return parameters.number(name, otherwise);
    }

    /**
     * Runs programs at the same time, each on a thread of its own, and waits for all of them. They may use switches
     * that are connected, but not the probe.
     *
     * @throws IOException the first exception of a program, in the order of the programs
     * @throws ExpectationFailedException likewise
     */
    public void together(List<Program> programs) throws IOException, InterruptedException {
        var failures = new AtomicReferenceArray<Exception>(programs.size());
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < programs.size(); i++) {
            int index = i;
            threads.add(Thread.ofVirtual().name("program-" + i).start(() -> {
                try {
                    programs.get(index).run();
                } catch (IOException | InterruptedException | RuntimeException e) {
                    failures.set(index, e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < programs.size(); i++) {
            switch (failures.get(i)) {
                case null -> {}
                case IOException e -> throw e;
                case InterruptedException e -> throw e;
                case Exception e -> throw (RuntimeException) e;
            }
        }
    }

    /** Returns what became of the correct packet-ins of all switches of the scenario. */
    public PacketInStatistics statistics() {
        return switches.stream()
                .map(ProbeSwitch::statistics)
                .reduce(PacketInStatistics.none(), PacketInStatistics::plus);
    }

    /** Reports the verdict {@link Verdict#OBEYED} if the condition is true: for what only the scenario can know. */
    public void obeyedIf(boolean condition, String what) {
        if (condition) {
            throw new ExpectationFailedException(Verdict.OBEYED, what);
        }
    }

    /** Closes the connections of all switches. */
    @Override
    public void close() {
        for (ProbeSwitch sw : switches) {
            sw.close();
        }
    }
}
