package net.beaconcontroller.bench.cbench;

/**
 * What cbench is told.
 *
 * @param controller name or IPv4 address
 * @param port where it listens
 * @param switches how many connect
 * @param ranged whether it is tested with 1 switch, then with 2, up to all
 * @param loops tests of each number of switches
 * @param millis length of a test
 * @param warmup tests at the beginning that are not in the result
 * @param cooldown tests at the end that are not in the result
 * @param throughput whether each switch sends as much as TCP takes; else one packet-in at a time
 * @param hosts different source addresses of a switch
 * @param learns whether the controller is taught the destination first
 * @param delayMillis from the features reply to the teaching, and again from that to the first packet-in
 * @param connectDelayMillis between groups of switches that connect
 * @param connectGroup how many switches connect at once
 * @param firstDatapathId of the first switch; the others follow
 * @param debug whether what happens is told on standard error
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
