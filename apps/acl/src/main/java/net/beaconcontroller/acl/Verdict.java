package net.beaconcontroller.acl;

import java.util.Locale;

/** The decision of a rule, or of the default, about packets. */
public enum Verdict {
    ALLOW,
    DENY;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
