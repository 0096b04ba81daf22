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
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.multipart.FlowStats;
import net.beaconcontroller.switchkit.io.SelectLoop;

/** The emulated switch, with access to its state. */
final class EmulatedHarness extends SwitchHarness {
    final SelectLoop loop;
    final EmulatedSwitch sw;
    private final Map<Integer, EmulatedPort> ports = new HashMap<>();
    private final Map<Integer, List<Bytes>> sent = new ConcurrentHashMap<>();

    private EmulatedHarness(Version spoken, Collection<Version> offered, int auxiliaryConnections) throws IOException {
        super(StubController.listen(spoken));
        loop = SelectLoop.start("emulator-test");
        sw = new EmulatedSwitch(
                loop,
                "s42",
                DATAPATH_ID,
                Set.copyOf(offered),
                ControllerAddress.plain(controller.address()),
                auxiliaryConnections);
        for (int port = 1; port <= PORTS; port++) {
            addPort(port);
        }
    }

    /** Returns a switch that is connected. */
    static EmulatedHarness connected(Version version) throws IOException, InterruptedException {
        var harness = off(version, List.of(version));
        harness.start();
        harness.controller.accept();
        return harness;
    }

    /** Returns a switch that is powered off. */
    static EmulatedHarness off(Version spoken, Collection<Version> offered) throws IOException {
        return new EmulatedHarness(spoken, offered, 0);
    }

    /** Returns a switch with one auxiliary connection that is powered off. */
    static EmulatedHarness withAuxiliaryConnection(Version version) throws IOException {
        return new EmulatedHarness(version, List.of(version), 1);
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

    /** Connects or disconnects the cable of a port. */
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

    <T> T get(Supplier<T> query) {
        return loop.call(query::get);
    }

    <T> T query(Function<EmulatedSwitch, T> query) {
        return loop.call(() -> query.apply(sw));
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
        return query(EmulatedSwitch::flows);
    }

    @Override
    public void close() throws IOException {
        loop.close();
        super.close();
    }
}
