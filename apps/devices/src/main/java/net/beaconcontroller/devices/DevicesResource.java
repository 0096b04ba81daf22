package net.beaconcontroller.devices;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.beaconcontroller.api.web.Description;
import net.beaconcontroller.api.web.LazyList;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.MacAddress;
import net.beaconcontroller.net.VlanId;
import net.beaconcontroller.net.Words;
import net.beaconcontroller.openflow.DatapathId;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** The REST resource {@code /api/devices}. */
@Component(service = DevicesResource.class, property = "osgi.jakartars.resource=true")
@Path("")
@Produces("application/json")
public final class DevicesResource {
    private final Devices devices;

    /** A device. */
    public record DeviceView(
            @Description("MAC address") String mac,

            @Description("VLAN id of its frames; null for none") @Nullable
            Integer vlan,

            @Description("IPv4 addresses") List<String> ipv4,
            @Description("IPv6 addresses") List<String> ipv6,

            @Description("datapath id of the switch that it is attached to; null while it is detached")
            @JsonProperty("switch")
            @Nullable
            String datapathId,

            @Description("port that it is attached to; null while it is detached") @Nullable
            Long port,

            @Description("when its first packet was received")
            Instant firstSeen,

            @Description("when its latest packet was received by the controller")
            Instant lastSeen) {

        /** Describes a device. */
        public static DeviceView of(Device device) {
            Optional<SwitchPort> at = device.attachment();
            return new DeviceView(
                    MacAddress.toString(device.mac()),
                    device.vlan() == VlanId.NONE ? null : (Integer) device.vlan(),
                    device.ipv4Addresses().stream().map(Ipv4Address::toString).toList(),
                    device.ipv6Addresses().stream().map(Ipv6Address::toString).toList(),
                    at.map(port -> DatapathId.toString(port.datapathId())).orElse(null),
                    at.map(SwitchPort::port).orElse(null),
                    device.firstSeen(),
                    device.lastSeen());
        }
    }

    /** The number of observations that were rejected for a reason. */
    public record RejectionView(
            @Description("why they were rejected") String reason,
            @Description("their number since the start") long count) {}

    @Activate
    public DevicesResource(@Reference Devices devices) {
        this.devices = devices;
    }

    @GET
    @Path("rejections")
    @Description("Returns how many observations of hosts were rejected, by reason.")
    public List<RejectionView> rejections() {
        return devices.rejections().entrySet().stream()
                .map(entry -> new RejectionView(Words.spaced(entry.getKey()), entry.getValue()))
                .toList();
    }

    @GET
    @Description("Returns the known devices, ordered by their MAC addresses.")
    public List<DeviceView> list() {
        return LazyList.of(devices.ordered(), DeviceView::of);
    }
}
