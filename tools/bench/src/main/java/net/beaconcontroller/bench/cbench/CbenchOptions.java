package net.beaconcontroller.bench.cbench;

/**
 * The options of cbench.
 *
 * @param controller the host name or IPv4 address of the controller
 * @param port the TCP port of the controller
 * @param switches the number of switches
 * @param ranged whether to test with 1 switch, then with 2, up to all
 * @param loops the number of tests for each number of switches
 * @param millis the duration of a test
 * @param warmup first tests to exclude from the result
 * @param cooldown last tests to exclude from the result
 * @param throughput whether to send as fast as TCP accepts; else one packet-in at a time
 * @param hosts source MAC addresses per switch
 * @param learns whether to announce the destination first
 * @param delayMillis the delay from the features reply to the announcement, and from there to the first packet-in
 * @param connectDelayMillis the delay between groups of connecting switches
 * @param connectGroup switches per group
 * @param firstDatapathId the datapath ID of the first switch; the others follow
 * @param debug whether to print debug messages to standard error
 */
public record CbenchOptions(
        String controller,
        int port,
        int switches,
        boolean ranged,
        int loops,
        int millis,
        int warmup,
        int cooldown,
        boolean throughput,
        int hosts,
        boolean learns,
        int delayMillis,
        int connectDelayMillis,
        int connectGroup,
        int firstDatapathId,
        boolean debug) {}
