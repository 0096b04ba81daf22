/** The application {@code simpleswitch}: a learning switch in a few lines. */
@NullMarked
package net.beaconcontroller.simpleswitch;

import org.jspecify.annotations.NullMarked;
