package net.beaconcontroller.devices;

import java.util.LinkedHashMap;
import java.util.Map;
import net.beaconcontroller.api.Event;
import net.beaconcontroller.api.Event.Severity;
import net.beaconcontroller.api.Events;
import net.beaconcontroller.devices.DeviceEvent.Added;
import net.beaconcontroller.devices.DeviceEvent.AddressesChanged;
import net.beaconcontroller.devices.DeviceEvent.Attached;
import net.beaconcontroller.devices.DeviceEvent.Detached;
import net.beaconcontroller.devices.DeviceEvent.Moved;
import net.beaconcontroller.devices.DeviceEvent.Removed;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Publishes the events of devices. */
@Component
public final class DeviceEvents implements DeviceListener {
    private final Events events;

    /** @param devices requires that there are devices, so that the application waits without them */
    @Activate
    public DeviceEvents(@Reference Events events, @Reference Devices devices) {
        this.events = events;
    }

    @Override
    public void deviceChanged(DeviceEvent event) {
        Device device = event.device();
        String mac = MacAddress.toString(device.mac());
        switch (event) {
            case Added _ -> publish("added", device, "device %s added".formatted(device));
            case Moved moved -> publish("moved", device, "device %s moved from %s".formatted(device, moved.from()));
            case Attached _ -> publish("attached", device, "device %s attached again".formatted(device));
            case Detached detached ->
                publish("detached", device, "device %s detached from %s".formatted(mac, detached.from()));
            case AddressesChanged _ -> publish("changed", device, "addresses of device %s changed".formatted(device));
            case Removed removed ->
                publish(
                        "removed",
                        device,
                        "device %s removed: %s"
                                .formatted(
                                        mac,
                                        switch (removed.reason()) {
                                            case IDLE -> "idle";
                                            case DETACHED -> "detached for too long";
                                            case PORT_FULL -> "detached, and its port reached a limit";
                                        }));
        }
    }

    private void publish(String what, Device device, String text) {
        events.publish(
                new Event("device." + what, MacAddress.toString(device.mac()), Severity.INFO, text, describe(device)));
    }

    private static Map<String, @Nullable Object> describe(Device device) {
        var details = new LinkedHashMap<String, @Nullable Object>();
        details.put("mac", MacAddress.toString(device.mac()));
        details.put("vlan", device.vlan() == VlanId.NONE ? null : device.vlan());
        details.put(
                "ipv4",
                device.ipv4Addresses().stream().map(Ipv4Address::toString).toList());
        details.put(
                "ipv6",
                device.ipv6Addresses().stream().map(Ipv6Address::toString).toList());
        details.put(
                "switch",
                device.attachment()
                        .map(at -> DatapathId.toString(at.datapathId()))
                        .orElse(null));
        details.put("port", device.attachment().map(SwitchPort::port).orElse(null));
        details.put("firstSeen", device.firstSeen());
        details.put("lastSeen", device.lastSeen());
        return details;
    }
}
