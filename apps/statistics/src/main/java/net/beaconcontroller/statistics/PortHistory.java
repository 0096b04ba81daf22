package net.beaconcontroller.statistics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The earlier rates of the ports of a switch: a ring of samples, each with the rates of all ports at one time. The ring
 * begins small and doubles when it is full, up to a number of samples; if the memory of all histories is used up then,
 * it keeps its length. Thread-safe.
 */
final class PortHistory {
    private static final int MIN_SAMPLES = 16;

    /** The numbers that a sample has of each port. */
    private static final int RATES = 2;

    private final int maxSamples;
    private final HistoryMemory memory;

    /** The time of each sample in seconds since 1970. */
    private int[] seconds;

    /** By port: the receive rate and the send rate of each sample. A port for which memory was exhausted is absent. */
    private final Map<Long, float[]> ports = new HashMap<>();

    /** The number of samples that were ever added; the next one is at this index, modulo the length of the ring. */
    private long added;

    PortHistory(int maxSamples, HistoryMemory memory) {
        this.maxSamples = maxSamples;
        this.memory = memory;
        this.seconds = new int[Math.min(MIN_SAMPLES, maxSamples)];
    }

    /** Adds a sample. Ports that it lacks are forgotten. */
    synchronized void add(Instant time, List<PortRate> rates) {
        Set<Long> present = rates.stream().map(PortRate::port).collect(Collectors.toSet());
        ports.keySet().removeIf(port -> !present.contains(port) && release());
        if (added == seconds.length) {
            grow();
        }
        int index = (int) (added % seconds.length);
        added++;
        seconds[index] = (int) time.getEpochSecond();
        for (PortRate rate : rates) {
            float[] samples = ports.get(rate.port());
            if (samples == null && memory.take(bytes(seconds.length))) {
                samples = extended(new float[0], seconds.length);
                ports.put(rate.port(), samples);
            }
            if (samples != null) {
                samples[RATES * index] = (float) rate.receivedBits();
                samples[RATES * index + 1] = (float) rate.sentBits();
            }
        }
    }

    private boolean release() {
        memory.release(bytes(seconds.length));
        return true;
    }

    /** Doubles the ring if there is memory. Called when it is full for the first time, so that it is in order. */
    private void grow() {
        int length = Math.min(2 * seconds.length, maxSamples);
        if (memory.take(ports.size() * bytes(length - seconds.length))) {
            seconds = Arrays.copyOf(seconds, length);
            ports.replaceAll((_, samples) -> extended(samples, length));
        }
    }

    /** Returns a copy of the samples of a port with unknown rates at the end. */
    private static float[] extended(float[] samples, int length) {
        float[] copy = Arrays.copyOf(samples, RATES * length);
        Arrays.fill(copy, samples.length, copy.length, Float.NaN);
        return copy;
    }

    private static long bytes(int samples) {
        return (long) RATES * Float.BYTES * samples;
    }

    /** Returns the samples of a port, the oldest first. */
    synchronized List<PortSample> of(long port) {
        float[] rates = ports.get(port);
        if (rates == null) {
            return List.of();
        }
        var samples = new ArrayList<PortSample>();
        for (long i = Math.max(0, added - seconds.length); i < added; i++) {
            int index = (int) (i % seconds.length);
            samples.add(new PortSample(
                    Instant.ofEpochSecond(seconds[index]), rates[RATES * index], rates[RATES * index + 1]));
        }
        return samples;
    }

    /** Releases the memory. */
    synchronized void close() {
        memory.release(ports.size() * bytes(seconds.length));
        ports.clear();
    }
}
