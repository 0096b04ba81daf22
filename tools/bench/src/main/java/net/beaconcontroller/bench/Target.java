package net.beaconcontroller.bench;

import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;
import javax.net.ssl.SSLContext;

/**
 * The address and the process of the controller under test.
 *
 * @param address the address on which it listens for switches
 * @param pid its process ID, if known and local; enables the CPU time measurement
 * @param tls the keys and certificates of the switches, which connect with TLS; empty for plain text
 */
public record Target(InetSocketAddress address, OptionalLong pid, Optional<SSLContext> tls) {
    /** Creates a target for plain text. */
    public Target(InetSocketAddress address, OptionalLong pid) {
        this(address, pid, Optional.empty());
    }

    /** Returns the CPU time of the process so far, in nanoseconds; empty if it is not known. */
    public OptionalLong cpuNanos() {
        return pid.isEmpty()
                ? OptionalLong.empty()
                : ProcessHandle.of(pid.getAsLong())
                        .flatMap(process -> process.info().totalCpuDuration())
                        .map(duration -> OptionalLong.of(duration.toNanos()))
                        .orElse(OptionalLong.empty());
    }

    /** Returns the address as HOST:PORT. */
    @Override
    public String toString() {
        return address.getHostString() + ":" + address.getPort();
    }
}
