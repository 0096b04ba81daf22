package net.beaconcontroller.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;
import javax.net.ssl.SSLContext;

/**
 * The address and the process of the controller under test.
 *
 * @param address the address on which it listens for switches
 * @param pid its process ID, if known and local; enables the measurement of its resources
 * @param usageCommand a command that prints what a process of another machine has used, see {@link ProcessUsage#by}
 * @param tls the keys and certificates of the switches, which connect with TLS; empty for plain text
 */
public record Target(
        InetSocketAddress address, OptionalLong pid, Optional<String> usageCommand, Optional<SSLContext> tls) {
    /** Creates a target for plain text, on this machine. */
    public Target(InetSocketAddress address, OptionalLong pid) {
        this(address, pid, Optional.empty());
    }

    /** Creates a target on this machine. */
    public Target(InetSocketAddress address, OptionalLong pid, Optional<SSLContext> tls) {
        this(address, pid, Optional.empty(), tls);
    }

    /** Returns what the process has used so far; empty if it is not known. */
    public Optional<ProcessUsage> usage() throws InterruptedException {
        if (usageCommand.isEmpty()) {
            return pid.isEmpty() ? Optional.empty() : ProcessUsage.of(pid.getAsLong());
        }
        try {
            return Optional.of(ProcessUsage.by(usageCommand.get()));
        } catch (IOException _) {
            // The command succeeded before the measurement: the process, or the connection to its machine, has ended.
            return Optional.empty();
        }
    }

    /** Returns the address as HOST:PORT. */
    @Override
    public String toString() {
        return address.getHostString() + ":" + address.getPort();
    }
}
