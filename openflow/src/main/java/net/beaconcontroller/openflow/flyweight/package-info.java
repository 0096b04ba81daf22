@NullMarked
package net.beaconcontroller.openflow.flyweight;

import org.jspecify.annotations.NullMarked;
