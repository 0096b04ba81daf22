package net.beaconcontroller.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.openflow.message.PacketIn;
import net.beaconcontroller.switchkit.Frames;
import net.beaconcontroller.switchkit.ScriptedSwitch;
import net.beaconcontroller.switchkit.ScriptedSwitch.Behavior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A controller one of whose applications calls {@link System#exit}. */
class ExitOfApplicationTest {
    private static final Pattern LISTENS = Pattern.compile("listens for switches on 127\\.0\\.0\\.1:(\\d+)");
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    @TempDir
    private Path folder;

    /** Starts a controller whose application exits at a place with a code. */
    private Process start(String place, int code) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-D%s=%s".formatted(ExitingApplication.PLACE, place),
                        "-D%s=%d".formatted(ExitingApplication.CODE, code),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "run",
                        "--apps",
                        application().toString() + "/",
                        "-Dhttp.listen=off",
                        "-Dcontroller.listen=127.0.0.1:0",
                        "-Ddata.folder=" + folder.resolve("data"))
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
    }

    /** The application, in a folder. */
    private Path application() throws IOException, URISyntaxException {
        Path bundle = folder.resolve("exiting");
        Path manifest = Files.createDirectories(bundle.resolve("META-INF")).resolve("MANIFEST.MF");
        Files.writeString(manifest, """
                Manifest-Version: 1.0
                Bundle-ManifestVersion: 2
                Bundle-SymbolicName: exiting
                Bundle-Activator: %s
                Import-Package: org.osgi.framework,net.beaconcontroller.api
                """.formatted(ExitingApplication.class.getName()));
        String file = ExitingApplication.class.getName().replace('.', '/') + ".class";
        Path classes = Path.of(ExitingApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Files.createDirectories(bundle.resolve(file).getParent());
        Files.copy(classes.resolve(file), bundle.resolve(file));
        return bundle;
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file), UTF_8);
    }

    private InetSocketAddress address() throws IOException {
        await().atMost(PATIENCE).until(() -> LISTENS.matcher(text("out")).find());
        Matcher listens = LISTENS.matcher(text("out"));
        assertThat(listens.find()).isTrue();
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(listens.group(1)));
    }

    /** Sends packet-ins until the process has ended. */
    private void sendPacketIns(Process process) throws IOException {
        try (ScriptedSwitch fake = ScriptedSwitch.connect(address(), 1, Version.OF13, 4, Behavior.RESPONSIVE)) {
            await().atMost(PATIENCE).until(() -> text("err").contains("connected"));
            await().atMost(Duration.ofSeconds(10)).ignoreExceptions().until(() -> {
                if (process.isAlive()) {
                    fake.send(PacketIn.of(1, 1, Frames.udp(0xb, 0xa, 1, 2)));
                }
                return !process.isAlive();
            });
        }
    }

    /** Runs a controller whose application exits at a place with a code. Returns its log. */
    private String run(String place, int code, boolean withPacketIns) throws Exception {
        Process process = start(place, code);
        try {
            if (withPacketIns) {
                sendPacketIns(process);
            }
            assertThat(process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(text("err")).contains("System.exit was called");
        return text("err");
    }

    /** The write-ahead log of SQLite exists as long as the store is open. */
    private void assertStoreIsClosed() {
        assertThat(folder.resolve("data").resolve("store.db")).exists();
        assertThat(folder.resolve("data").resolve("store.db-wal")).doesNotExist();
    }

    @Test
    void anExitInAListenerClosesTheStoreAndEndsTheProcess() throws Exception {
        assertThat(run("listener", 3, true))
                .contains(" on thread beacon-loop-", ", at net.beaconcontroller.cli.ExitingApplication.exitAt");
        assertStoreIsClosed();
    }

    @Test
    void anExitOnAVirtualThreadIsNoStopOfTheController() throws Exception {
        assertThat(run("virtual", 0, true)).doesNotContain("on thread");
        assertStoreIsClosed();
    }

    @Test
    void anExitOfAnApplicationThatStartsIsAFailure() throws Exception {
        assertThat(run("start", 0, false))
                .contains("on thread beacon-app-exiting, at net.beaconcontroller.cli.ExitingApplication.exitAt");
    }
}
