package net.beaconcontroller.acl;

import net.beaconcontroller.net.Words;

/** The decision of a rule, or of the default, about packets. */
public enum Verdict {
    ALLOW,
    DENY;

    @Override
    public String toString() {
        return Words.of(this);
    }
}
