@NullMarked
package net.beaconcontroller.openflow.action;

import org.jspecify.annotations.NullMarked;
