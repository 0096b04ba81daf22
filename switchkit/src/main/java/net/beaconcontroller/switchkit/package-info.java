/**
 * A switch without a data plane on a real connection to a controller, which a test or a scenario scripts. It shares no
 * code with the controller but the model of messages. Start reading at {@link ScriptedSwitch}.
 */
@NullMarked
package net.beaconcontroller.switchkit;

import org.jspecify.annotations.NullMarked;
