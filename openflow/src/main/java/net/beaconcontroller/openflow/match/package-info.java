/**
 * Matches, match fields and statistics of flows, OpenFlow 1.5.1 sections 7.2.3 and 7.2.4, and the match of OpenFlow
 * 1.0. Start reading at {@link net.beaconcontroller.openflow.match.Match}.
 */
@NullMarked
package net.beaconcontroller.openflow.match;

import org.jspecify.annotations.NullMarked;
