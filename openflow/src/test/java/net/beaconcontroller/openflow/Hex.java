package net.beaconcontroller.openflow;

import java.util.stream.Collectors;

/** Bytes as people write them: groups of hexadecimal digits, and behind a semicolon what the line means. */
public final class Hex {
    private Hex() {}

    public static Bytes bytes(String text) {
        return Bytes.ofHex(text.lines()
                .map(line -> line.replaceFirst(";.*", ""))
                .collect(Collectors.joining())
                .replaceAll("\\s", ""));
    }
}
