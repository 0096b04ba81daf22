package net.beaconcontroller.emulator.network;

/**
 * The result of sending datagrams from one host to another.
 *
 * @param sent the number of datagrams sent
 * @param arrived the number of datagrams that the destination received, without duplicates
 * @param duplicates the number of datagrams between the two hosts, and pings if there were any, that a host received
 *     twice
 */
public record DatagramReport(int sent, long arrived, long duplicates) {
    /** Whether all datagrams arrived without duplicates. */
    public boolean isFlawless() {
        return arrived == sent && duplicates == 0;
    }
}
