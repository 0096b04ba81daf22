package net.beaconcontroller.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataTest {
    @TempDir
    private Path folder;

    @Test
    void eachRowIsInTheFilesAtOnce() throws IOException {
        Data data = Data.read(folder);
        data.add(Part.THROUGHPUT, Rows.run(1), Rows.rate("Beacon", 1000, 1, 5e6));
        data.add(Part.THROUGHPUT, Rows.run(2), Rows.rate("Beacon", 1000, 2, 6e6));

        Data again = Data.read(folder);
        assertThat(again.rows(Part.THROUGHPUT)).hasSize(2).isEqualTo(data.rows(Part.THROUGHPUT));
        assertThat(again.runs(Part.THROUGHPUT)).containsExactly(Rows.run(1), Rows.run(2));
        assertThat(again.rows(Part.THROUGHPUT).getLast().number("run")).hasValue(1);
        assertThat(again.rows(Part.LATENCY)).isEmpty();
        assertThat(Files.readAllLines(folder.resolve("throughput.csv")))
                .hasSize(3)
                .first()
                .asString()
                .startsWith("controller,openflow,switches,hosts,round,answersPerSecond");
    }

    @Test
    void aMeasurementIsRepeatedOnlyIfItFailed() throws IOException {
        Data data = Data.read(folder);
        data.add(Part.HOSTS, Rows.run(1), Rows.failed("Beacon", 1000, 1));
        assertThat(data.has(Part.HOSTS, Rows.load("Beacon", 1000, 1))).isFalse();

        data.add(Part.HOSTS, Rows.run(1), Rows.rate("Beacon", 1000, 1, 5e6));
        Data again = Data.read(folder);
        assertThat(again.has(Part.HOSTS, Rows.load("Beacon", 1000, 1))).isTrue();
        assertThat(again.has(Part.HOSTS, Rows.load("Beacon", 1000, 2))).isFalse();
        assertThat(again.has(Part.THROUGHPUT, Rows.load("Beacon", 1000, 1))).isFalse();
        assertThat(again.rows(Part.HOSTS)).singleElement().satisfies(row -> assertThat(row.isFailed())
                .isFalse());
    }

    @Test
    void aTextWithQuotesAndCommasIsOneCell() throws IOException {
        Data.read(folder).add(Part.HOSTS, Rows.run(1), Rows.failed("Beacon", 1000, 1));
        assertThat(Files.readString(folder.resolve("hosts.csv"))).contains(",\"no \"\"port\"\", it is in use\",0\n");
    }

    @Test
    void theDescriptionOfAnotherFileIsKept() throws IOException {
        Data data = Data.read(folder);
        data.describe(List.of(Map.of("name", "a", "version", "1"), Map.of("name", "b")));
        data.describe(List.of(Map.of("name", "a", "version", "2"), Map.of("name", "c")));
        assertThat(Data.read(folder).controllers())
                .containsExactly(Map.of("name", "a", "version", "2"), Map.of("name", "b"), Map.of("name", "c"));
    }

    @Test
    void aFileOfAnotherKindIsNamed() throws IOException {
        Files.writeString(folder.resolve("latency.json"), "rows:");
        assertThatThrownBy(() -> Data.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(folder.resolve("latency.json") + ": ");
    }
}
