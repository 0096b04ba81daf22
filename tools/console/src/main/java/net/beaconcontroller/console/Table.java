package net.beaconcontroller.console;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A table for people: aligned columns with a header. */
public final class Table {
    private static final String GAP = "  ";
    /** A control sequence for colours, SGR of ECMA-48, which takes no place. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[\\d*m");

    private final List<List<String>> rows = new ArrayList<>();

    /** Creates a table with these column headers. */
    public Table(String... headers) {
        rows.add(List.of(headers));
    }

    /** Adds a row with as many cells as there are headers. */
    public void add(String... cells) {
        rows.add(List.of(cells));
    }

    /** Prints the table. */
    public void print(PrintWriter out) {
        lines(false).forEach(out::println);
    }

    /**
     * Returns the lines of the table, without spaces at their ends.
     *
     * @param numbers whether the columns after the first are numbers, which are aligned to the right
     */
    public List<String> lines(boolean numbers) {
        var lines = new ArrayList<String>();
        int[] widths = new int[rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        for (List<String> row : rows) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String cell = row.get(i);
                boolean isRight = numbers && i > 0;
                line.repeat(' ', isRight ? widths[i] - width(cell) : 0).append(cell);
                line.repeat(' ', isRight ? 0 : widths[i] - width(cell)).append(GAP);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private static int width(String cell) {
        return COLOUR.matcher(cell).replaceAll("").length();
    }
}
