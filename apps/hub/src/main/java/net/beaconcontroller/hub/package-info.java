/** An application that makes every switch a hub: the smallest there is, to begin one's own from. */
@NullMarked
package net.beaconcontroller.hub;

import org.jspecify.annotations.NullMarked;
