/**
 * The controller: event loops, sessions with switches, and the pipeline of the applications' listeners.
 *
 * <pre>
 *   OpenFlowController     the entry point: composes the parts below
 *     session              a Session is a switch for the applications: handshake, requests, roles, ports
 *       io                 a Loop is a thread and a selector; a Connection is a socket on a loop
 *         pipeline         the listeners, their order, and the accounts of the applications
 *           options        the settings
 * </pre>
 *
 * Each package uses those further to the right only. Start reading at {@code Loop.runOnce} and {@code
 * MessageReceiver.receive}.
 */
@NullMarked
package net.beaconcontroller.core;

import org.jspecify.annotations.NullMarked;
