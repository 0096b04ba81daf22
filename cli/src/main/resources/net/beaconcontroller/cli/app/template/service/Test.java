package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.topology.SwitchPort;
import org.junit.jupiter.api.Test;

class @class@Test {
    private static Device device(long mac, long datapathId, long port) {
        Instant now = Instant.now();
        Optional<SwitchPort> attachment = Optional.of(new SwitchPort(datapathId, port));
        return new Device(mac, VlanId.NONE, List.of(), List.of(), attachment, now, now);
    }

    @Test
    void countsTheHostsOfASwitch() {
        var application = new @class@(() -> Stream.of(device(0xa, 1, 1), device(0xb, 1, 2), device(0xc, 2, 1)));
        assertEquals(2, application.hosts(1));
        assertEquals(0, application.hosts(3));
    }
}
