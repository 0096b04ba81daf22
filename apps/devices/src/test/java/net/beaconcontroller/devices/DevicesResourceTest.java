package net.beaconcontroller.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import net.beaconcontroller.api.ApplicationSettings;
import net.beaconcontroller.core.OpenFlowController;
import net.beaconcontroller.core.options.ControllerOptions;
import net.beaconcontroller.devices.DevicesResource.DeviceView;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

/** The list of many devices. */
class DevicesResourceTest {
    private static final int HOSTS = 5_000;
    private static final SwitchPort PORT = new SwitchPort(1, 1);

    /** More than the references to all hosts and ten views take, and less than an object for each host. */
    private static final long MAX_BYTES = 16 * HOSTS;

    @Test
    void aPartOfTheListIsOrderedAndAllocatesNoViewsOfOthers() throws Exception {
        var controller = new OpenFlowController(ControllerOptions.onFreePort());
        var devices = new DeviceTracker(controller, ApplicationSettings.none(), new FakeTopology().withEdges(PORT));
        try (controller;
                AutoCloseable _ = devices::close) {
            for (int host = HOSTS; host > 0; host--) {
                devices.hostSeen(host, host % 2 == 0 ? VlanId.NONE : 5, PORT);
            }
            await().until(() -> devices.count() == HOSTS);
            var resource = new DevicesResource(devices);
            assertThat(part(resource))
                    .extracting(DeviceView::mac, DeviceView::vlan)
                    .startsWith(tuple("00:00:00:00:03:e9", 5));
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            List<DeviceView> part = part(resource);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(part).hasSize(10);
            assertThat(bytes).isLessThan(MAX_BYTES);
        }
    }

    /** Makes ten views. */
    private static List<DeviceView> part(DevicesResource resource) {
        return List.copyOf(resource.list().subList(1_000, 1_010));
    }
}
