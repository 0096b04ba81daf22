@NullMarked
package net.beaconcontroller.openflow.message;

import org.jspecify.annotations.NullMarked;
