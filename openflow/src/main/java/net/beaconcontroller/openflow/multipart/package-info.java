@NullMarked
package net.beaconcontroller.openflow.multipart;

import org.jspecify.annotations.NullMarked;
