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

    /** Prints the table, without spaces at the ends of lines. */
    public void print(PrintWriter out) {
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
                line.append(cell).repeat(' ', widths[i] - width(cell)).append(GAP);
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static int width(String cell) {
        return COLOUR.matcher(cell).replaceAll("").length();
    }
}
