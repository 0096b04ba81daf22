package net.beaconcontroller.emulator;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.FlowStats;
import net.beaconcontroller.openflow.Match;
import net.beaconcontroller.openflow.Version;

/** A switch with datapath id 42 and four ports, whose wires keep what goes out, connected to a stub of a controller. */
final class SwitchHarness implements AutoCloseable {
    static final long DATAPATH_ID = 42;

    final EmulatorLoop loop;
    final StubController controller;
    final EmulatedSwitch sw;
    private final Map<Integer, List<Bytes>> sent = new ConcurrentHashMap<>();

    private SwitchHarness(Version spoken, Collection<Version> offered) throws IOException {
        loop = EmulatorLoop.start("emulator-test");
        controller = StubController.listen(spoken);
        sw = new EmulatedSwitch(loop, "s42", DATAPATH_ID, Set.copyOf(offered), controller.address());
        for (int port = 1; port <= 4; port++) {
            addPort(port);
        }
    }

    /** The switch is connected. */
    static SwitchHarness connected(Version version) throws IOException, InterruptedException {
        var harness = off(version, List.of(version));
        harness.start();
        harness.controller.accept();
        return harness;
    }

    /** The switch is switched off. */
    static SwitchHarness off(Version spoken, Collection<Version> offered) throws IOException {
        return new SwitchHarness(spoken, offered);
    }

    void start() {
        run(sw::start);
    }

    EmulatedPort addPort(int number) {
        return get(
                () -> sw.addPort(number, "eth" + number, frame -> sentBy(number).add(Bytes.of(frame))));
    }

    void run(Runnable task) {
        loop.call(() -> {
            task.run();
            return null;
        });
    }

    <T> T get(Supplier<T> question) {
        return loop.call(question::get);
    }

    <T> T ask(Function<EmulatedSwitch, T> question) {
        return loop.call(() -> question.apply(sw));
    }

    /** A frame comes in, and is dealt with. */
    void receive(int port, Bytes frame) {
        run(() -> sw.receive(port, frame.toArray()));
    }

    /** What went out of a port so far. */
    List<Bytes> sentBy(int port) {
        return sent.computeIfAbsent(port, _ -> new CopyOnWriteArrayList<>());
    }

    /** The ports that something went out of so far, and forgets what. */
    List<Integer> takePorts() {
        var ports = new ArrayList<Integer>();
        for (int port = 1; port <= 4; port++) {
            int count = sentBy(port).size();
            for (int i = 0; i < count; i++) {
                ports.add(port);
            }
            sentBy(port).clear();
        }
        return ports;
    }

    /** Which packets the flows of the switch are for. */
    List<Match> matches() {
        return ask(EmulatedSwitch::flows).stream().map(FlowStats::match).toList();
    }

    @Override
    public void close() throws IOException {
        loop.close();
        controller.close();
    }
}
