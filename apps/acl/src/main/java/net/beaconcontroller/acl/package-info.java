/**
 * Access rules: an ordered list of rules that allow or deny packets. {@link net.beaconcontroller.acl.RuleBook} keeps
 * the rules, {@link net.beaconcontroller.acl.RuleSet} decides by them, and {@link net.beaconcontroller.acl.Enforcement}
 * applies them to packet-ins and installs their flows; start reading there.
 */
@NullMarked
package net.beaconcontroller.acl;

import org.jspecify.annotations.NullMarked;
