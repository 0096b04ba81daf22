package @package@;

import java.util.function.Supplier;
import java.util.stream.Stream;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.DeviceEvent;
import net.beaconcontroller.devices.DeviceListener;
import net.beaconcontroller.devices.Devices;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Logs the hosts that the application devices discovers. Other applications use this class as a service. */
@Component(service = {@class@.class, DeviceListener.class})
public final class @class@ implements DeviceListener {
    private static final System.Logger LOG = System.getLogger("@name@");

    private final Supplier<Stream<Device>> devices;

    @Activate
    public @class@(@Reference Devices devices) {
        this(devices::all);
    }

    /** For tests. */
    @class@(Supplier<Stream<Device>> devices) {
        this.devices = devices;
    }

    @Override
    public void deviceChanged(DeviceEvent event) {
        LOG.log(System.Logger.Level.INFO, event.toString());
    }

    /** Returns the number of hosts at a switch. May be called from any thread. */
    public long hosts(long datapathId) {
        return devices.get()
                .flatMap(device -> device.attachment().stream())
                .filter(port -> port.datapathId() == datapathId)
                .count();
    }
}
