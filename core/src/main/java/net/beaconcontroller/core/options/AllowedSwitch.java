package net.beaconcontroller.core.options;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import net.beaconcontroller.openflow.DatapathId;

/**
 * A switch that may connect: an element of the setting {@code controller.switches}, or a line of the file {@code
 * controller.switches-file}.
 *
 * @param datapathId empty for any
 * @param address the address that it connects from, of which only the first {@code prefix} bits count
 * @param prefix the number of bits; 0 for any address
 * @param name a name that its certificate has; empty if it needs no certificate
 */
public record AllowedSwitch(OptionalLong datapathId, InetAddress address, int prefix, Optional<String> name) {
    /** What {@link #parse} accepts. */
    public static final String VALID =
            "datapath ids such as 0000000000000001, also with addresses, such as 1@10.0.0.1 or any@10.0.0.0/8,"
                    + " and with names of certificates, such as 1 as s1.example.org";

    private static final String ANY = "any";

    /**
     * Parses a datapath id or "any", an address or a range of addresses after "@", and the name in a certificate after
     * "as". The last two can be left out, but not after "any".
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static AllowedSwitch parse(String text) {
        String[] parts = text.strip().split(" +as +", -1);
        Optional<String> name = parts.length == 1 ? Optional.empty() : Optional.of(parts[1]);
        String[] origin = parts[0].split("@", -1);
        boolean isAny = origin[0].equals(ANY);
        if (parts.length > 2
                || name.filter(String::isBlank).isPresent()
                || origin.length > 2
                || (isAny && origin.length == 1 && name.isEmpty())) {
            throw new IllegalArgumentException(text);
        }
        OptionalLong id = isAny ? OptionalLong.empty() : OptionalLong.of(DatapathId.parse(origin[0]));
        if (origin.length == 1) {
            return new AllowedSwitch(id, InetAddress.getLoopbackAddress(), 0, name);
        }
        String[] range = origin[1].split("/", -1);
        InetAddress address = InetAddress.ofLiteral(range[0]);
        int bits = address.getAddress().length * Byte.SIZE;
        int prefix = range.length == 1 ? bits : Integer.parseInt(range[1]);
        if (range.length > 2 || prefix < 0 || prefix > bits) {
            throw new IllegalArgumentException(text);
        }
        return new AllowedSwitch(id, address, prefix, name);
    }

    /**
     * Reads a file with an element on each line. Empty lines, and what follows a "#", do not count.
     *
     * @throws IOException if the file cannot be read, or a line is something else; the message names both
     */
    public static List<AllowedSwitch> read(Path file) throws IOException {
        var elements = new ArrayList<AllowedSwitch>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                try {
                    elements.add(parse(line));
                } catch (IllegalArgumentException e) {
                    throw new IOException("%s:%d: %s: needs %s".formatted(file, i + 1, line, VALID), e);
                }
            }
        }
        return elements;
    }

    /** Returns whether a switch with this datapath id, address and certificate may connect. */
    public boolean matches(long id, SocketAddress remote, CertificateNames certificate) {
        return matches(id, remote) && (name.isEmpty() || certificate.contains(name.get()));
    }

    /** Returns whether a switch with this datapath id and address may connect if it has the certificate. */
    public boolean matches(long id, SocketAddress remote) {
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
