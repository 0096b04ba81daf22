package net.beaconcontroller.emulator.datapath;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import net.beaconcontroller.emulator.loop.EmulatorLoop;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.multipart.FlowStats;

/** The emulator's switch with all that a test can ask of it. */
final class EmulatedHarness extends SwitchHarness {
    final EmulatorLoop loop;
    final EmulatedSwitch sw;
    private final Map<Integer, EmulatedPort> ports = new HashMap<>();
    private final Map<Integer, List<Bytes>> sent = new ConcurrentHashMap<>();

    private EmulatedHarness(Version spoken, Collection<Version> offered) throws IOException {
        super(StubController.listen(spoken));
        loop = EmulatorLoop.start("emulator-test");
        sw = new EmulatedSwitch(loop, "s42", DATAPATH_ID, Set.copyOf(offered), controller.address());
        for (int port = 1; port <= PORTS; port++) {
            addPort(port);
        }
    }

    /** The switch is connected. */
    static EmulatedHarness connected(Version version) throws IOException, InterruptedException {
        var harness = off(version, List.of(version));
        harness.start();
        harness.controller.accept();
        return harness;
    }

    /** The switch is switched off. */
    static EmulatedHarness off(Version spoken, Collection<Version> offered) throws IOException {
        return new EmulatedHarness(spoken, offered);
    }

    void start() {
        run(sw::start);
    }

    @Override
    void addPort(int number) {
        EmulatedPort port = get(
                () -> sw.addPort(number, "eth" + number, frame -> sentBy(number).add(Bytes.of(frame))));
        ports.put(number, port);
    }

    @Override
    void removePort(int number) {
        run(() -> sw.removePort(number));
    }

    /** Connects a port's cable, or takes it out. */
    void setLink(int port, boolean up) {
        run(() -> port(port).carrier(up));
    }

    EmulatedPort port(int number) {
        return Objects.requireNonNull(ports.get(number));
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

    @Override
    void receive(int port, Bytes frame) {
        run(() -> sw.receive(port, frame.toArray()));
    }

    @Override
    List<Bytes> sentBy(int port) {
        return sent.computeIfAbsent(port, _ -> new CopyOnWriteArrayList<>());
    }

    @Override
    void forgetSent() {
        sent.values().forEach(List::clear);
    }

    @Override
    List<FlowStats> flows() {
        return ask(EmulatedSwitch::flows);
    }

    @Override
    public void close() throws IOException {
        loop.close();
        super.close();
    }
}
