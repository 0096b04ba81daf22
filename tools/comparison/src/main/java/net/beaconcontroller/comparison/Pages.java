package net.beaconcontroller.comparison;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The pages of the comparison, in Markdown. People write their text; what stands between two comments is written from
 * the data, such as a table after {@code <!-- table throughput openflow=1.0 hosts=1000 -->} up to {@code <!-- end -->}.
 * A plot is an SVG file beside the page. docs/comparison/README.md describes the comments.
 */
final class Pages {
    /** A comment that asks for something, what stands there, and the comment at its end. */
    private static final Pattern BLOCK = Pattern.compile("(?s)<!-- (?!end)([^>]*?) -->(.*?)<!-- end -->");

    private final Path folder;
    private final Blocks blocks;

    Pages(Path folder, Data data) {
        this.folder = folder;
        blocks = new Blocks(data, folder);
    }

    /**
     * Writes the tables, numbers and plots of all pages of the folder.
     *
     * @return the pages that changed
     * @throws IOException if a page asks for something unknown; the message names the page and the comment
     */
    List<Path> write() throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Files.list(folder)) {
            pages = files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
        var changed = new ArrayList<Path>();
        for (Path page : pages) {
            String before = Files.readString(page);
            String after = filled(page, before);
            if (!after.equals(before)) {
                Files.writeString(page, after);
                changed.add(page);
            }
        }
        return changed;
    }

    private String filled(Path page, String text) throws IOException {
        var filled = new StringBuilder();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            String content;
            try {
                content = blocks.of(words(matcher.group(1)));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "%s: <!-- %s -->: %s".formatted(page.getFileName(), matcher.group(1), e.getMessage()), e);
            }
            // A block of lines stands on lines of its own.
            String around = content.contains("\n") || content.startsWith("!") ? "\n" : "";
            matcher.appendReplacement(
                    filled,
                    Matcher.quoteReplacement(
                            "<!-- " + matcher.group(1) + " -->" + around + content.strip() + around + "<!-- end -->"));
        }
        return matcher.appendTail(filled).toString();
    }

    /** The words of a comment: the verb, the part or name, and options. */
    record Words(String verb, String subject, SequencedMap<String, String> options) {
        /** Returns an option, and takes it out of those that select cells. */
        String take(String name, String otherwise) {
            String value = options.remove(name);
            return value == null ? otherwise : value;
        }
    }

    private static Words words(String comment) {
        String[] words = comment.strip().split("\\s+");
        var options = new LinkedHashMap<String, String>();
        Arrays.stream(words)
                .filter(word -> word.contains("="))
                .forEach(word -> options.put(
                        word.substring(0, word.indexOf('=')),
                        word.substring(word.indexOf('=') + 1).replace('_', ' ')));
        List<String> names =
                Arrays.stream(words).filter(word -> !word.contains("=")).toList();
        return new Words(names.getFirst(), names.size() > 1 ? names.get(1) : "", options);
    }
}
