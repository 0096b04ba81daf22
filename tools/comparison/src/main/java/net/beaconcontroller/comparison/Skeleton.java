package net.beaconcontroller.comparison;

/** The first page of a comparison that has none. */
final class Skeleton {
    private Skeleton() {}

    /** Returns a page that asks for all parts. */
    static String page() {
        return """
                # A comparison of OpenFlow controllers

                <!-- controllers columns=openflow,version,application,obtained --><!-- end -->

                <!-- missing --><!-- end -->

                ## Throughput

                <!-- bars throughput openflow=1.0 hosts=1000 file=throughput.svg --><!-- end -->

                <!-- table throughput --><!-- end -->

                ## Latency

                <!-- table latency values=median,p99,rate,ratio,cpu,memory --><!-- end -->

                ## Switches and hosts

                <!-- lines switches across=switches file=switches.svg --><!-- end -->

                <!-- lines hosts across=hosts file=hosts.svg --><!-- end -->

                ## Resources

                <!-- table resources values=start,idle,threads,size --><!-- end -->

                ## Robustness

                <!-- verdicts group=study openflow=1.0 field=colour --><!-- end -->

                <!-- verdicts group=hcprobe openflow=1.0 --><!-- end -->

                ## Runs

                <!-- runs --><!-- end -->
                """;
    }
}
