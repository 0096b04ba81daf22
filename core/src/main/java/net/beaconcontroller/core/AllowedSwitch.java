package net.beaconcontroller.core;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.beaconcontroller.openflow.DatapathId;

/**
 * A switch that may connect: an element of the setting {@code controller.switches}.
 *
 * @param datapathId empty for any
 * @param address the address that it connects from, of which only the first {@code prefix} bits count
 * @param prefix the number of bits; 0 for any address
 */
public record AllowedSwitch(OptionalLong datapathId, InetAddress address, int prefix) {
    /** What {@link #parse} accepts. */
    public static final String VALID =
            "datapath ids such as 0000000000000001, also with addresses, such as 1@10.0.0.1 or any@10.0.0.0/8";

    private static final String ANY = "any";

    /**
     * Parses a datapath id or "any", and an address or a range of addresses after "@".
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static AllowedSwitch parse(String text) {
        String[] parts = text.split("@", -1);
        if (parts.length > 2 || (parts.length == 1 && parts[0].equals(ANY))) {
            throw new IllegalArgumentException(text);
        }
        OptionalLong id = parts[0].equals(ANY) ? OptionalLong.empty() : OptionalLong.of(DatapathId.parse(parts[0]));
        if (parts.length == 1) {
            return new AllowedSwitch(id, InetAddress.getLoopbackAddress(), 0);
        }
        String[] range = parts[1].split("/", -1);
        InetAddress address = InetAddress.ofLiteral(range[0]);
        int bits = address.getAddress().length * Byte.SIZE;
        int prefix = range.length == 1 ? bits : Integer.parseInt(range[1]);
        if (range.length > 2 || prefix < 0 || prefix > bits) {
            throw new IllegalArgumentException(text);
        }
        return new AllowedSwitch(id, address, prefix);
    }

    /**
     * Returns why a switch may not connect, and how to allow it; empty if one of the elements matches, or there are no
     * elements.
     */
    static Optional<String> refusal(List<AllowedSwitch> allowed, long datapathId, SocketAddress remote) {
        if (allowed.isEmpty() || allowed.stream().anyMatch(element -> element.matches(datapathId, remote))) {
            return Optional.empty();
        }
        return Optional.of("controller.switches does not have it; add \"%x@%s\" to allow it"
                .formatted(datapathId, Refusals.host(remote)));
    }

    private boolean matches(long id, SocketAddress remote) {
        return (datapathId.isEmpty() || datapathId.getAsLong() == id)
                && (prefix == 0 || (remote instanceof InetSocketAddress inet && isInRange(inet.getAddress())));
    }

    private boolean isInRange(InetAddress other) {
        byte[] mine = address.getAddress();
        byte[] its = other.getAddress();
        int whole = prefix / Byte.SIZE;
        int shift = Byte.SIZE - prefix % Byte.SIZE;
        return mine.length == its.length
                && Arrays.equals(mine, 0, whole, its, 0, whole)
                && (shift == Byte.SIZE || (mine[whole] & 0xff) >> shift == (its[whole] & 0xff) >> shift);
    }
}
