/**
 * A switch without a data plane, for tests of a controller over a real socket and for load generators. Start reading
 * at {@link FakeSwitch}.
 */
@NullMarked
package net.beaconcontroller.emulator.fake;

import org.jspecify.annotations.NullMarked;
