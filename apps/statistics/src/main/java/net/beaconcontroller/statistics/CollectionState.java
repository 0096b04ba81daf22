package net.beaconcontroller.statistics;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the statistics of a switch are collected.
 *
 * @param interval the time between the last two readings of its ports, which is longer than the configured one if the
 *     switch replies slowly; null before the second reading
 * @param replyTime the time of its last reply; null before the first one
 * @param refused the kinds that it has refused, which are not requested again on this connection
 * @param timeouts requests to which it has not replied
 * @param flows the number of its flows; -1 if unknown
 * @param skippedFlows the number of its flows that were not read, because it has too many; else 0
 */
public record CollectionState(
        long datapathId,
        @Nullable Duration interval,
        @Nullable Duration replyTime,
        List<String> refused,
        long timeouts,
        long flows,
        long skippedFlows) {}
