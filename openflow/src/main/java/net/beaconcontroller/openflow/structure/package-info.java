@NullMarked
package net.beaconcontroller.openflow.structure;

import org.jspecify.annotations.NullMarked;
