package net.beaconcontroller.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks tests that need Chromium in {@code PATH}. They are skipped with a message on a machine without it; with {@code
 * BEACON_BROWSER=required} in the environment they fail instead.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserCondition.class)
@interface NeedsBrowser {}
