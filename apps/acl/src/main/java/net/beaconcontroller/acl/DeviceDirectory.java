package net.beaconcontroller.acl;

import java.util.Optional;
import net.beaconcontroller.devices.Device;
import net.beaconcontroller.devices.Devices;
import net.beaconcontroller.topology.SwitchPort;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** The hosts that the application devices knows, if it runs. */
@Component
public final class DeviceDirectory implements HostDirectory {
    private final @Nullable Devices devices;

    @Activate
    public DeviceDirectory(
            @Reference(cardinality = ReferenceCardinality.OPTIONAL, policyOption = ReferencePolicyOption.GREEDY)
                    @Nullable
                    Devices devices) {
        this.devices = devices;
    }

    @Override
    public Optional<KnownHost> find(Endpoint address, int vlan) {
        if (devices == null) {
            return Optional.empty();
        }
        Optional<Device> found =
                switch (address) {
                    case Endpoint.Device(long mac) -> devices.byMac(mac, vlan);
                    case Endpoint.Ipv4Prefix(long ipv4, int _) -> devices.byIpv4(ipv4, vlan);
                    case Endpoint.Ipv6Prefix prefix -> devices.byIpv6(prefix.address(), vlan);
                    case Endpoint.Any _ -> Optional.empty();
                };
        return found.map(device -> new KnownHost(
                device.mac(),
                device.ipv4Addresses().stream().findFirst(),
                device.ipv6Addresses().stream().findFirst(),
                device.attachment().map(SwitchPort::toString)));
    }
}
