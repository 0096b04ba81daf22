package net.beaconcontroller.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages in docs/comparison. */
class PublishedPagesTest {
    private static final Path PUBLISHED = Path.of("../../docs/comparison");

    /** What people write about the papers and the protocol. */
    private static final String NAMES =
            "OpenFlow [\\d., and]+|(Figs?\\.|Tables?|sections?) [\\d.]+[a-c]?( (and|to) [\\d.]+[a-c]?)?|2013|May \\d+"
                    + "|OpenAPI 3\\.1|802\\.1X|1\\.[0-5][ ,]?(1\\.[0-5])?( to 1\\.[0-5])?";

    @TempDir
    private Path folder;

    private static List<Path> files(String extension) throws IOException {
        try (Stream<Path> files = Files.list(PUBLISHED)) {
            return files.filter(file -> file.toString().endsWith(extension))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void equalTheirData() throws IOException {
        for (Path page : files(".md")) {
            Files.copy(page, folder.resolve(page.getFileName()));
        }
        new Pages(folder, Data.read(PUBLISHED.resolve("data"))).write();
        for (String extension : List.of(".md", ".svg")) {
            for (Path published : files(extension)) {
                assertThat(folder.resolve(published.getFileName()))
                        .as("%s; written by beacon bench publish --from docs/comparison/data", published)
                        .hasSameTextualContentAs(published);
            }
        }
    }

    /** What stands between comments is written from the data; so a number elsewhere is from somewhere else. */
    @Test
    void haveNoNumberThatIsNotOfTheData() throws IOException {
        for (Path page : files(".md")) {
            String written = Files.readString(page)
                    .replaceAll("(?s)<!-- (?!end).*?<!-- end -->", "")
                    .replaceAll("(?m)^    .*$", "")
                    .replaceAll("`[^`]*`", "")
                    .replaceAll("\\]\\([^)]*\\)", "")
                    .replaceAll(NAMES, "");
            assertThat(written.lines().filter(line -> line.matches(".*\\d.*")))
                    .as(page.toString())
                    .isEmpty();
        }
    }

    @Test
    void theIndexOfThePapersHasNoEmptyRow() throws IOException {
        List<String> rows = Files.readAllLines(PUBLISHED.resolve("figures.md")).stream()
                .filter(line -> line.matches("\\| [PWS] .*"))
                .toList();
        assertThat(rows)
                .hasSizeGreaterThan(20)
                .allSatisfy(row ->
                        assertThat(row.substring(1).split("\\|")).hasSize(3).noneMatch(String::isBlank));
    }
}
