package net.beaconcontroller.probe.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.Version;
import net.beaconcontroller.probe.fuzz.FuzzCase.InvalidCaseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FuzzCaseTest {
    private static final int COUNT = 200;

    private static List<Bytes> sent(Version version, long seed) {
        var generator = new FuzzGenerator(version, seed);
        return LongStream.range(0, COUNT)
                .mapToObj(generator::generate)
                .map(FuzzCase::bytes)
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = "OF11", mode = EnumSource.Mode.EXCLUDE)
    void sequencesDependOnlyOnTheVersionAndTheSeed(Version version) {
        assertThat(sent(version, 1)).isEqualTo(sent(version, 1)).isNotEqualTo(sent(version, 2));
    }

    @Test
    void aSequenceDoesNotDependOnThoseBeforeIt() {
        var generator = new FuzzGenerator(Version.OF13, 1);

        assertThat(generator.generate(7).bytes())
                .isEqualTo(sent(Version.OF13, 1).get(7));
    }

    @Test
    void someMessagesAreCorrectAndMostAreNot() {
        var generator = new FuzzGenerator(Version.OF13, 1);
        List<FuzzMessage> messages = LongStream.range(0, COUNT)
                .mapToObj(generator::generate)
                .flatMap(sequence -> sequence.messages().stream())
                .toList();

        assertThat(messages.stream().filter(FuzzMessage::isChanged).count())
                .isBetween(messages.size() / 2L, messages.size() * 9L / 10);
    }

    @Test
    void aFileHasTheSameBytes(@TempDir Path folder) throws Exception {
        var generator = new FuzzGenerator(Version.OF14, 1);
        for (int i = 0; i < COUNT; i++) {
            FuzzCase written = generator.generate(i);
            Path file = folder.resolve(i + ".txt");
            written.write(file, "stuck: two\nlines");

            FuzzCase read = FuzzCase.read(file);

            assertThat(read.bytes()).isEqualTo(written.bytes());
            assertThat(read.segment()).isEqualTo(written.segment());
            assertThat(read.version()).isEqualTo(written.version());
        }
    }

    @Test
    void anErrorNamesTheLineAndWhatIsValid(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("case.txt"), "openflow 1.3\nsegment x\n");
        Path negative = Files.writeString(folder.resolve("negative.txt"), "openflow 1.3\nsegment -1\n");
        Path empty = Files.writeString(folder.resolve("empty.txt"), "# nothing\n");
        Path binary = Files.write(folder.resolve("binary.txt"), new byte[] {(byte) 0xff, 0, 1});

        assertThatThrownBy(() -> FuzzCase.read(file))
                .isInstanceOf(InvalidCaseException.class)
                .hasMessageContaining("case.txt, line 2: 'segment x': needs");
        assertThatThrownBy(() -> FuzzCase.read(negative)).hasMessageContaining("line 2: 'segment -1': needs");
        assertThatThrownBy(() -> FuzzCase.read(empty)).hasMessageContaining("needs a line such as openflow 1.3");
        assertThatThrownBy(() -> FuzzCase.read(binary)).hasMessageContaining("binary.txt: needs text");
    }
}
