package net.beaconcontroller.openflow.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.beaconcontroller.openflow.Bytes;
import net.beaconcontroller.openflow.MalformedMessageException;
import org.junit.jupiter.api.Test;

/**
 * Messages that were captured for the tests of the Ryu controller. They are read from {@code ryu.jsonl} in {@code
 * ../shared/vectors}, or in the folder of {@code -Dvectors=FOLDER}; without this file the test is skipped. Each line
 * has the name and the bytes of one message.
 */
class CapturedMessagesTest {
    private static final Path FILE = Path.of(System.getProperty("vectors", "../../shared/vectors"), "ryu.jsonl");
    private static final Pattern NAME = Pattern.compile("\"name\": *\"([^\"]*)\"");
    private static final Pattern HEX = Pattern.compile("\"hex\": *\"([0-9a-f]*)\"");

    /** Messages that violate the specification. */
    private static final Set<String> MALFORMED =
            Set.of("of13/4-36-ofp_queue_get_config_reply", "of15/libofproto-OFP15-flow_desc_reply");

    @Test
    void decodedMessagesAreEncodedToTheSameBytes() throws IOException {
        assumeTrue(Files.exists(FILE), () -> "no captured messages in " + FILE.toAbsolutePath());
        List<String> lines = Files.readAllLines(FILE);
        assertThat(lines).hasSizeGreaterThan(300);
        assertThat(lines).allSatisfy(CapturedMessagesTest::check);
    }

    private static void check(String line) {
        byte[] bytes = Bytes.ofHex(group(HEX, line)).toArray();
        if (MALFORMED.contains(group(NAME, line).replaceFirst("\\.packet$", ""))) {
            assertThatExceptionOfType(MalformedMessageException.class)
                    .isThrownBy(() -> Messages.read(bytes, 0, bytes.length));
        } else {
            assertThat(Messages.read(bytes, 0, bytes.length).toBytes()).containsExactly(bytes);
        }
    }

    private static String group(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        assertThat(matcher.find()).as(line).isTrue();
        return matcher.group(1);
    }
}
