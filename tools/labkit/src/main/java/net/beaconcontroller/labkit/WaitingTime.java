package net.beaconcontroller.labkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Sets the time for which all tests of this module wait for a condition, unless the time is a part of the condition. It
 * is the time after which a test fails on a busy machine with a slow disk, on which processes start in tens of seconds.
 * A condition that holds already is not waited for.
 */
public final class WaitingTime implements BeforeAllCallback {
    public static final Duration MAXIMUM = Duration.ofMinutes(2);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(MAXIMUM);
        Awaitility.setDefaultPollDelay(Duration.ZERO);
    }
}
