package net.beaconcontroller.acl;

import java.util.Locale;

/** What a rule, or the default, does with packets. */
public enum Verdict {
    ALLOW,
    DENY;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
