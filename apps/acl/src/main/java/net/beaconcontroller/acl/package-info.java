/**
 * Access rules: an ordered list of rules that allow or deny packets. {@link net.beaconcontroller.acl.RuleBook} keeps
 * the rules, {@link net.beaconcontroller.acl.RuleSet} decides by them, and {@link net.beaconcontroller.acl.Enforcement}
 * applies them to packet-ins and installs their flows; start reading there.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Rules change in bands of priorities</b>, not in bundles, which OpenFlow has since 1.4 only, and whose
 * atomicity for packets is optional. There are five bands, because a connection that is lost during a change leaves
 * flows in two, and the next change may be interrupted as well ({@link Transition}).
 * </ul>
 */
@NullMarked
package net.beaconcontroller.acl;

import org.jspecify.annotations.NullMarked;
