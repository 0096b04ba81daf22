/**
 * The metrics at {@code /metrics}, for Prometheus and other systems that read its text format. All values are counters
 * that exist anyway, read at each scrape. Start reading at {@link net.beaconcontroller.web.metrics.MetricsHandler}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Values are read at each scrape from counters that exist anyway</b>, and not counted a second time by the
 * library. So metrics cost nothing between scrapes, and nothing on the path of a packet-in. The first scrape loads the
 * library, in 0.2 s, so that start and memory of a controller without Prometheus do not change. A scrape of a
 * controller without switches allocates 0.2 MB, which collections of the young generation free.
 * <li><b>The totals of messages include closed connections.</b> A sum over the connected switches would decrease when
 * one disconnects, and Prometheus would interpret that as a restart of the counter, with a peak in the rate.
 * <li><b>The calls of each listener are not counted</b>: it would be another store for each call on the path of a
 * packet-in. The number of packet-ins, the exceptions and the time on the loops, which is sampled, answer the same
 * questions.
 * <li><b>Applications return records</b> ({@code MetricSource}), and do not use the library, so that their bundles do
 * not depend on its version. The prefix {@code beacon_app_NAME_} keeps their names apart.
 * <li><b>Metrics of single switches end at a limit</b> with the lowest datapath ids, instead of a series "other": a sum
 * over a changing set is not a counter.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.web.metrics;

import org.jspecify.annotations.NullMarked;
