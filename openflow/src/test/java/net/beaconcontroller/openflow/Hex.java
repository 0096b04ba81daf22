package net.beaconcontroller.openflow;

import java.util.stream.Collectors;

/** A parser of hexadecimal digits in groups, with comments from a semicolon to the end of the line. */
public final class Hex {
    private Hex() {}

    public static Bytes bytes(String text) {
        return Bytes.ofHex(text.lines()
                .map(line -> line.replaceFirst(";.*", ""))
                .collect(Collectors.joining())
                .replaceAll("\\s", ""));
    }
}
