@NullMarked
package net.beaconcontroller.openflow.wire;

import org.jspecify.annotations.NullMarked;
