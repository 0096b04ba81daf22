package net.beaconcontroller.acl;

import java.util.Locale;
import java.util.Optional;
import net.beaconcontroller.acl.HostDirectory.KnownHost;
import net.beaconcontroller.api.web.Problem;
import net.beaconcontroller.net.Ipv6Address;
import net.beaconcontroller.net.VlanId;
import org.jspecify.annotations.Nullable;

/**
 * The sender or the receiver of a packet that a user asks about.
 *
 * @param field the name of the parameter that has it, such as {@code from}
 * @param name what the user has written
 * @param host its known addresses and location; the address that the user has written is the only one of its kind
 */
record Party(String field, String name, KnownHost host) {
    private static final KnownHost UNKNOWN = new KnownHost(0, Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * Returns the party with this address.
     *
     * @throws Problem if the text is not the address of one host
     */
    static Party of(String field, String text, int vlan, HostDirectory directory) {
        Endpoint endpoint;
        try {
            endpoint = RuleParser.endpoint(text.strip().toLowerCase(Locale.ROOT));
        } catch (Problem e) {
            throw e.at(field, text);
        }
        KnownHost known = directory.find(endpoint, vlan).orElse(UNKNOWN);
        return switch (endpoint) {
            case Endpoint.Device(long mac) ->
                new Party(field, text, new KnownHost(mac, known.ipv4(), known.ipv6(), known.port()));
            case Endpoint.Ipv4Prefix(long address, int length)
            when length == Endpoint.Ipv4Prefix.BITS ->
                new Party(
                        field, text, new KnownHost(known.mac(), Optional.of(address), Optional.empty(), known.port()));
            case Endpoint.Ipv6Prefix(Ipv6Address address, int length)
            when length == Endpoint.Ipv6Prefix.BITS ->
                new Party(
                        field, text, new KnownHost(known.mac(), Optional.empty(), Optional.of(address), known.port()));
            default ->
                throw Problem.of(400, "%s: needs a MAC, IPv4 or IPv6 address of one host".formatted(text))
                        .at(field, text);
        };
    }

    long requireIpv4() {
        return host.ipv4().orElseThrow(() -> Problem.of(
                        400, "%s: no IPv4 address is known; needs the IPv4 address".formatted(name))
                .at(field, name));
    }

    Ipv6Address requireIpv6() {
        return host.ipv6().orElseThrow(() -> Problem.of(
                        400, "%s: no IPv6 address is known; needs the IPv6 address".formatted(name))
                .at(field, name));
    }

    /** Returns the VLAN that a user has written: a number, or none. */
    static int vlan(@Nullable String text) {
        try {
            return text == null || text.isEmpty() || text.equals("none") ? VlanId.NONE : RuleParser.vlan(text);
        } catch (Problem e) {
            throw e.at("vlan", text);
        }
    }
}
