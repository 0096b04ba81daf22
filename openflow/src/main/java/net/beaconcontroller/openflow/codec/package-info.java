@NullMarked
package net.beaconcontroller.openflow.codec;

import org.jspecify.annotations.NullMarked;
