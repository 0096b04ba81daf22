@NullMarked
package net.beaconcontroller.openflow.match;

import org.jspecify.annotations.NullMarked;
