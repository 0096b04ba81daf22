/**
 * Long tests of reliability: packet-ins at the rates of a profile, such as those of a campus over a day. Start reading
 * at {@link net.beaconcontroller.probe.profile.ProfileRun}.
 */
@NullMarked
package net.beaconcontroller.probe.profile;

import org.jspecify.annotations.NullMarked;
