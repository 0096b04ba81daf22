/**
 * Test doubles and fixtures for tests of applications.
 *
 * <p>A unit test calls an application's listener methods with a {@link net.beaconcontroller.testkit.TestSwitch} and
 * packet-ins of {@link net.beaconcontroller.testkit.PacketIns}, and checks the messages that the application has sent.
 * It needs no sockets and no threads. {@link net.beaconcontroller.testkit.TestController} runs timers in virtual time.
 * An integration test registers the application with a {@link net.beaconcontroller.testkit.LiveController}: a real
 * controller with scripted switches over TCP, or with an emulated network.
 */
@NullMarked
package net.beaconcontroller.testkit;

import org.jspecify.annotations.NullMarked;
