/**
 * An application that makes every switch a learning switch, as in section 6 of the Beacon paper (HotSDN 2013). For
 * networks without loops.
 */
@NullMarked
package net.beaconcontroller.learningswitch;

import org.jspecify.annotations.NullMarked;
