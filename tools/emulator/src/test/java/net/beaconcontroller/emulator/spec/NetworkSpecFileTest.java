package net.beaconcontroller.emulator.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import net.beaconcontroller.net.Ipv4Address;
import net.beaconcontroller.net.VlanId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkSpecFileTest {
    @TempDir
    private Path folder;

    @Test
    void readsSwitchesHostsAndLinks() throws IOException {
        NetworkSpec spec = read("""
                # two sites
                switch s9
                host h1 s1
                host h2 s2 mac=00:11:22:33:44:55 ip=10.1.0.2 vlan=7 latency=1.5ms  # far away

                link s1 s2 latency=2ms loss=0.1%
                """);
        assertThat(spec.switches())
                .containsExactly(
                        new NetworkSpec.Switch("s9", 9),
                        new NetworkSpec.Switch("s1", 1),
                        new NetworkSpec.Switch("s2", 2));
        assertThat(spec.hosts())
                .containsExactly(
                        NetworkSpecBuilder.numbered("h1"),
                        new NetworkSpec.Host(
                                "h2",
                                0x0011_2233_4455L,
                                Ipv4Address.parse("10.1.0.2").value(),
                                7,
                                Optional.empty()));
        assertThat(spec.links())
                .containsExactly(
                        link("h1", 0, "s1", 1, Duration.ZERO, 0),
                        link("h2", 0, "s2", 1, Duration.ofNanos(1_500_000), 0),
                        link("s1", 2, "s2", 2, Duration.ofMillis(2), 0.001));
    }

    @Test
    void readsADhcpServerAndADhcpClient() throws IOException {
        NetworkSpec spec = read("host h1 s1 leases=10.0.1.1-10.0.1.9\nhost h2 s1 ip=dhcp\n");
        assertThat(spec.hosts())
                .containsExactly(
                        new NetworkSpec.Host(
                                "h1",
                                1,
                                Ipv4Address.parse("10.0.0.1").value(),
                                VlanId.NONE,
                                Optional.of(new NetworkSpec.Pool(
                                        Ipv4Address.parse("10.0.1.1").value(),
                                        Ipv4Address.parse("10.0.1.9").value()))),
                        new NetworkSpec.Host("h2", 2, NetworkSpec.Host.BY_DHCP, VlanId.NONE, Optional.empty()));
    }

    @Test
    void readsTheHostAtTheLocalPortOfASwitch() throws IOException {
        assertThat(read("host h1 s1 port=LOCAL\nhost h2 s1\n").links())
                .extracting(link -> link.b().toString())
                .containsExactly("s1:LOCAL", "s1:1");
    }

    @Test
    void refusesASecondHostAtALocalPort() throws IOException {
        assertThatThrownBy(() -> read("host h1 s1 port=LOCAL\nhost h2 s1 port=LOCAL\n"))
                .hasMessageEndingWith(":2: the local port of s1 has a link already: needs at most one");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "router r1|'router' is not a valid line; needs 'switch s1', 'host h1 s1 ",
                "switch|'switch' is incomplete; needs switch s1",
                "switch x1|a switch named 'x1': needs s and a number, such as s1",
                "switch s0|a switch named 's0': needs s and a number, such as s1",
                "switch s1 latency=1ms|'latency=1ms' is not a valid option; needs switch s1",
                "host h1|'host h1' is incomplete; needs host h1 s1 [",
                "host s2 s1|a host named 's2': needs h and a number, such as h1",
                "host h1 s1 ip=10.0.0.300|invalid IPv4 address '10.0.0.300': expected ",
                "host h1 s1 mac=1|invalid MAC address '1': expected ",
                "host h1 s1 vlan=4095|vlan '4095': needs 1 to 4094",
                "host h1 s1 vlan=7 vlan=8|option 'vlan' is repeated; needs it once",
                "host h1 s1 leases=10.0.0.9-10.0.0.1|leases '10.0.0.9-10.0.0.1': needs a first and a last address",
                "host h1 s1 leases=0.0.0.0-255.0.0.0|leases '0.0.0.0-255.0.0.0': needs a first and a last address",
                "host h1 s1 ip=dhcp leases=10.0.0.1-10.0.0.9|host h1 leases addresses: needs a fixed address",
                "host h1 s1 port=7|port '7': needs LOCAL; other ports are numbered in order",
                "link s1|'link s1' is incomplete; needs link s1 s2 [",
                "link s1 s1|a link from s1 to itself: needs two nodes",
                "link s1 h1|link to unknown node h1",
                "link s1 s2 speed=9|'speed=9' is not a valid option; needs link s1 s2 [latency=2ms] [loss=0.1%]",
                "link s1 s2 latency=2|'2' is not a valid duration; needs a number with us, ms, s or m, such as 2ms",
                "link s1 s2 latency=2h|'2h' is not a valid duration; needs ",
                "link s1 s2 latency=61m|'61m' is not a valid duration; needs ",
                "link s1 s2 loss=0.1|loss '0.1': needs 0% to 100%, such as 0.1%",
                "link s1 s2 loss=101%|a link with loss 1.01: needs 0 to 1, or 0% to 100%"
            })
    void refusesAnInvalidLineAndNamesWhatIsValid(String line, String reason) throws IOException {
        Path file = write("# a network\nswitch s1\n" + line + "\n");
        assertThatThrownBy(() -> NetworkSpec.read(file))
                .isInstanceOf(NetworkException.class)
                .hasMessageStartingWith("%s:3: %s", file, reason);
    }

    @Test
    void refusesAFileWithoutASwitch() throws IOException {
        Path file = write("# nothing\n");
        assertThatThrownBy(() -> NetworkSpec.read(file))
                .hasMessage("%s: network without switches: needs at least one", file);
    }

    private NetworkSpec read(String text) throws IOException {
        return NetworkSpec.read(write(text));
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("network"), text);
    }

    private static NetworkSpec.Link link(String a, int aPort, String b, int bPort, Duration latency, double loss) {
        return new NetworkSpec.Link(new NetworkSpec.End(a, aPort), new NetworkSpec.End(b, bPort), latency, loss);
    }
}
