package net.beaconcontroller.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The patches of the folder "faults". */
class FaultsTest {
    private static final Path ROOT = Path.of("../..");
    private static final String FILE = "+++ b/";

    private static List<Path> patches() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("faults"))) {
            return files.filter(file -> file.toString().endsWith(".patch"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("patches")
    void theFaultIsAChangeOfThePresentCode(Path patch) throws IOException {
        var replaced = new ArrayList<String>();
        String code = "";
        for (String line : Files.readAllLines(patch)) {
            boolean isHunkOver = line.startsWith("@@") || line.startsWith("diff");
            if (isHunkOver) {
                assertThat(code).contains(String.join("\n", replaced));
                replaced.clear();
            } else if (line.startsWith(FILE)) {
                code = Files.readString(ROOT.resolve(line.substring(FILE.length())));
                replaced.clear();
            } else if (line.startsWith(" ") || line.startsWith("-")) {
                replaced.add(line.substring(1));
            }
        }
        assertThat(code).isNotEmpty().contains(String.join("\n", replaced));
    }
}
