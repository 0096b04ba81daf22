/** JSON as maps and lists. */
@NullMarked
package net.beaconcontroller.common.json;

import org.jspecify.annotations.NullMarked;
