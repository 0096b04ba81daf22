/**
 * Actions and instructions, OpenFlow 1.5.1 sections 7.2.5 and 7.2.6. Start reading at {@link
 * net.beaconcontroller.openflow.action.Action}.
 */
@NullMarked
package net.beaconcontroller.openflow.action;

import org.jspecify.annotations.NullMarked;
