/**
 * Tests of the page of the built controller in a real browser. A {@link net.beaconcontroller.labkit.BeaconProcess} is
 * the controller, and a {@link PageTester} opens its page in Chromium. Start reading at {@link FirstMinuteTest}.
 *
 * <p>They need Chromium, as {@link NeedsBrowser} says; without it they are skipped, or fail where the environment says
 * {@code BEACON_BROWSER=required}.
 */
@NullMarked
package net.beaconcontroller.browser;

import org.jspecify.annotations.NullMarked;
