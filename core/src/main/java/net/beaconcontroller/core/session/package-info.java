/**
 * The OpenFlow sessions. A {@link net.beaconcontroller.core.session.Session} is the switch of one connection: its
 * {@link net.beaconcontroller.core.session.MessageReceiver} finds and dispatches messages, its {@link
 * net.beaconcontroller.core.session.MessageSender} encodes them, and its {@link
 * net.beaconcontroller.core.session.Handshake} controls it until it is active.
 */
@NullMarked
package net.beaconcontroller.core.session;

import org.jspecify.annotations.NullMarked;
