package net.beaconcontroller.labkit;

import java.util.List;

/**
 * The result of pings between all pairs of hosts.
 *
 * @param reached the ordered pairs, of {@code total}, with a reply
 * @param failed the other pairs, such as {@code h1->h2}
 */
public record Reach(int reached, int total, List<String> failed) {}
