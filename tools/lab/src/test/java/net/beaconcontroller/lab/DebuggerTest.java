package net.beaconcontroller.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A debugger that stops a listener of a controller with emulated switches. */
class DebuggerTest {
    /** Longer than the default of {@code isolation.call-time}, after which an application is quarantined. */
    private static final Duration STOP = Duration.ofSeconds(7);

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static VirtualMachine attach(int port) throws Exception {
        AttachingConnector sockets = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(connector -> connector.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = sockets.defaultArguments();
        Objects.requireNonNull(arguments.get("port")).setValue("" + port);
        return sockets.attach(arguments);
    }

    private static BreakpointRequest breakAtPacketIn(VirtualMachine controller) {
        BreakpointRequest request = controller
                .eventRequestManager()
                .createBreakpointRequest(controller
                        .classesByName("net.beaconcontroller.hub.Hub")
                        .getFirst()
                        .methodsByName("packetIn")
                        .getFirst()
                        .location());
        request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        request.enable();
        return request;
    }

    private static BreakpointEvent awaitBreakpoint(VirtualMachine controller) throws InterruptedException {
        for (Event event : controller.eventQueue().remove(PATIENCE.toMillis())) {
            if (event instanceof BreakpointEvent reached) {
                return reached;
            }
        }
        throw new AssertionError("no breakpoint was reached");
    }

    @Test
    void aBreakpointPutsNoApplicationIntoQuarantineAndDisconnectsNoSwitch(@TempDir Path folder) throws Exception {
        int port = FreePort.find();
        try (ProjectLab.Session run = new ProjectLab(folder)
                .beacon(
                        "",
                        "run",
                        "--debug=" + port,
                        "--emulate",
                        "single,2",
                        "--apps",
                        "hub",
                        "-D",
                        "controller.listen=127.0.0.1:0",
                        "-D",
                        "http.listen=off",
                        "--data",
                        "none")) {
            run.await("Connected: 1 of 1 switches");
            VirtualMachine controller = attach(port);
            BreakpointRequest request = breakAtPacketIn(controller);
            run.enter("pingall");
            BreakpointEvent stopped = awaitBreakpoint(controller);
            assertThat(stopped.thread().name()).startsWith("beacon-loop-");
            long begin = System.nanoTime();
            await().until(() -> System.nanoTime() - begin > STOP.toNanos());
            request.disable();
            stopped.thread().resume();
            controller.dispose();
            run.await("pings answered");
            run.enter("pingall");
            run.await("2 of 2 pings answered");
            assertThat(run.output()).doesNotContain("quarantined", "slow call", "disconnected");
        }
    }
}
