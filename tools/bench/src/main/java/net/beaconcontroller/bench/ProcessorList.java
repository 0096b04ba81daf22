package net.beaconcontroller.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Processors in an order, such as {@code 0,2,4,1,3,5} for those of one socket before those of the other.
 *
 * @param numbers the processors; empty for all, in no order
 */
record ProcessorList(List<Integer> numbers) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

    /** The beginnings of the names of the threads of Beacon that take messages; Linux keeps 15 characters of a name. */
    private static final List<String> LOOPS = List.of("beacon-loop-", "beacon-pipeline");

    /**
     * Returns the processors of a list in the syntax of taskset(1), without strides; none of an empty text.
     *
     * @throws IOException if the list has another syntax
     */
    static ProcessorList parse(String list) throws IOException {
        var numbers = new ArrayList<Integer>();
        for (String part : list.isEmpty() ? new String[0] : list.split(",", -1)) {
            Matcher range = RANGE.matcher(part);
            if (!range.matches()) {
                throw new IOException("CPUs %s: needs numbers and ranges, such as 0,2-5".formatted(list));
            }
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            IntStream.rangeClosed(first, last).forEach(numbers::add);
        }
        return new ProcessorList(numbers);
    }

    /** Returns the first processors, or all if there are not as many. */
    ProcessorList first(int count) {
        return new ProcessorList(numbers.stream().limit(count).toList());
    }

    /**
     * Binds each event loop of Beacon to a processor, in this order: first those that read, then those that only call
     * the listeners. Does nothing with a process that is not Beacon's.
     *
     * @throws IOException if taskset is missing or fails
     */
    void bindLoops(long pid) throws IOException, InterruptedException {
        int next = 0;
        for (long thread : numbers.isEmpty() ? List.<Long>of() : loops(pid)) {
            int processor = numbers.get(next++ % numbers.size());
            Process taskset = new ProcessBuilder("taskset", "-p", "-c", "" + processor, "" + thread)
                    .redirectErrorStream(true)
                    .start();
            String output = new String(taskset.getInputStream().readAllBytes(), UTF_8).strip();
            if (taskset.waitFor() != 0) {
                throw new IOException("cannot bind a loop to CPU %d: %s".formatted(processor, output));
            }
        }
    }

    /** Returns the thread ids, in the order of the kinds and of their start. */
    private static List<Long> loops(long pid) throws IOException {
        var ofKinds = new ArrayList<Long>();
        for (String kind : LOOPS) {
            try (Stream<Path> threads = Files.list(Path.of("/proc", "" + pid, "task"))) {
                threads.filter(thread -> name(thread).startsWith(kind))
                        .map(thread -> Long.parseLong(thread.getFileName().toString()))
                        .sorted()
                        .forEach(ofKinds::add);
            }
        }
        return ofKinds;
    }

    /** Returns the name of a thread; an empty one if it has ended. */
    private static String name(Path thread) {
        try {
            return Files.readString(thread.resolve("comm"));
        } catch (IOException _) {
            return "";
        }
    }

    /** Returns the list in the syntax of taskset(1). */
    @Override
    public String toString() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
