/**
 * Non-blocking input and output of TCP connections: {@link net.beaconcontroller.io.ByteTransport}, and its
 * implementations by the channels of the JDK and by system calls. Readiness is the business of a
 * {@link java.nio.channels.Selector} in either case. Start reading at
 * {@link net.beaconcontroller.io.TransportType}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>On Linux, sockets are read and written by {@code recv} and {@code send}, through the Foreign Function and
 * Memory API</b> ({@code io.transport}). Without the copies of NIO, the learning switch answers 6 % more packet-ins per
 * second. The calls are not {@code read} and {@code write}, because only the flags of {@code recv} and {@code send}
 * guarantee that a call does not block (MSG_DONTWAIT) and raises no signal (MSG_NOSIGNAL).
 * <li><b>These calls are critical</b> ({@code Linker.Option.critical}), so that the garbage collector cannot move the
 * array, and a safepoint waits for at most 0.1 ms, the time for 256 KiB. Other code between two safepoint polls, such
 * as the copy of a large array, takes as long.
 * <li><b>The file descriptor comes from {@code sun.nio.ch.SelChImpl.getFDVal}</b>, whose package the launcher exports.
 * No public API returns it. A selector that calls epoll would need no descriptor of the JDK, but would replace much
 * more of it, and a search of {@code /proc/self/fd} takes time in proportion to the number of connections. Where the
 * export, native access or the method is missing, {@code auto} uses NIO and logs the reason.
 * <li><b>The system calls are linked when the first switch connects</b>, because linking takes 0.1 s and 12 MB, which
 * an idle controller does not need.
 * <li><b>io_uring is not used.</b> With 16 ready sockets in each iteration, receiving and sending 80 bytes to 64 KiB on
 * each takes as long by two calls of {@code io_uring_enter} as by 32 system calls (ratio 1.01, in C on Linux 6.18): the
 * time is that of the TCP stack, not of the entry into the kernel.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.io;

import org.jspecify.annotations.NullMarked;
