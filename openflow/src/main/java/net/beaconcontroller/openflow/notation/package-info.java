@NullMarked
package net.beaconcontroller.openflow.notation;

import org.jspecify.annotations.NullMarked;
