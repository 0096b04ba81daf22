/**
 * Shortest paths between switches, and the forwarding of packets along them. {@link RoutingEngine} is the service that
 * computes paths; another bundle can replace it. Start reading at {@link ShortestPaths} for the algorithms, and at
 * {@link Forwarder} for the application.
 *
 * <h2>Decisions about floods</h2>
 * <ul>
 * <li><b>The controller floods by packet-outs to all edges</b>, so that the design needs no spanning tree, and has no
 * loop while links change and no duplicates. A flood costs one packet-out for each switch with hosts, instead of a
 * packet-in for each switch on the way. It is rare, because ARP, Neighbor Discovery and DHCP broadcasts are sent to a
 * single host where it is known, and its rate is limited.
 * <li><b>A frame that returns at its port within 250 ms is not flooded again</b>, and its port is probed at once. Until
 * the probe has shown the loop, nothing else limits the copies, and a host depends on no repetition within this time.
 * If a link is detected late, frames that return over it are recognized as well ({@link FloodDeduplicator}).
 * <li><b>Frames of protocols between bridges identify no hosts</b> ({@code BridgeAddresses}). A bridge sends them with
 * an address of its own, which would make the ports of a network of bridges proven edges.
 * <li><b>Floods beyond the total rate wait, and all ports have their turn</b> ({@link FloodQueue}). A common token
 * bucket would give nearly all tokens to the loudest ports. ARP, Neighbor Discovery and DHCP have a rate of their own,
 * so that multicast data does not keep hosts from finding each other. A held flood is dropped after a second, because
 * the host repeats its request then.
 * <li><b>Multicasts are flooded, with rates of their own.</b> mDNS, IGMP and routing protocols need few packets per
 * second; a media stream needs a tree, not packet-outs. With a common rate, a stream would use up that of broadcasts
 * and of packets to unknown hosts.
 * <li><b>A broadcast for a host that is detached, without a path, or at a switch without a connection is flooded at
 * once</b>, and one that is repeated within five seconds, too: the known host may be gone, and another may answer.
 * </ul>
 *
 * <h2>Decisions about flows and paths</h2>
 * <ul>
 * <li><b>Flows match the ingress port, both MAC addresses and the VLAN</b>, not the network and transport headers as
 * those of the original Beacon. Their number grows with pairs of hosts, not with connections, and the packets of a pair
 * stay in order on one of the equal-cost paths. The priority is below the default, so that flows that users add take
 * precedence. Cookies identify the path in flow-removed messages.
 * <li><b>The first packet of a path is sent out of its egress port</b>, because it would overtake the flow-mods to
 * distant switches. The flows are sent from the last switch to the first, for the packets that follow.
 * <li><b>Installed paths are remembered</b>, up to 500,000; if there are too many, those of the port with most of them
 * make room. A topology change reroutes only the paths that it affects, and adds the new flows before it deletes old
 * ones.
 * <li><b>Flows between two ports of one switch are not remembered.</b> When a host leaves its port, they are deleted by
 * their match fields; when the port goes down, by one message for all hosts.
 * <li><b>New paths avoid switches whose connection is lost, existing paths stay</b>, because their flows work without
 * the controller. The links of such a switch cost 1,000 hops more, so they are used if no other path exists.
 * <li><b>Flows of an earlier run are adopted</b> ({@link FlowReconciliation}). A restart must not interrupt traffic,
 * and a flow under traffic never expires, so it would outlive the knowledge of the controller. The switches have all
 * that is needed: a flow at an edge shows where its source is attached, and adding the same entry again replaces it
 * without a gap. Rejected: storing the paths on disk, because the flows may have changed since.
 * <li><b>Up to eight flows of a host without an address are deleted instead of adopted</b>, because packets that follow
 * flows do not come to the controller, and the host would have no address as long as it communicates. Eight, because a
 * pair of hosts may be silent. A copy of its packets would cost more than the packet-in between the delete and the next
 * flow.
 * <li><b>The fast path of {@link Forwarder} takes only packets for which the other path would decide the same</b>: two
 * hosts at edges of one switch, and nothing that claims an address. A test compares both paths with random packets.
 * </ul>
 *
 * <h2>Decisions about budgets and claims</h2>
 * <ul>
 * <li><b>The flows of a port are estimated, and counted by the switch when the estimate reaches the limit</b> ({@link
 * FlowBudget}). Flow-removed messages for all flows would cost a message a flow, and a count of the additions alone
 * would include flows that have expired. A switch that does not answer is not limited, because it may be a test tool.
 * <li><b>Packets of a port that may add no flows are forwarded by the controller</b>, at a bounded rate, and not
 * dropped: the host at fault has a slow network, and those that share its port still have one.
 * <li><b>The budgets of a port live as long as the port</b>, and as the connection of its switch. None is cleared to
 * bound memory, because that would renew the budgets of the loudest ports. A port that is only down keeps them.
 * <li><b>ARP and Neighbor Discovery go to the controller until the claimed address is verified</b> ({@link
 * InspectionFlows}), by four flows in each switch (one in OpenFlow 1.0) above those between hosts. A flow above these
 * forwards the messages of one host to another that claim an address which is known to be the address of the sender, so
 * that hosts confirm their addresses without the controller, also while the switch has lost it. A message with another
 * address does not match it, and is checked. Rejected: a flow that forwards all ARP and copies it to the controller,
 * which would report a forged message only after it has poisoned a cache.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.routing;

import org.jspecify.annotations.NullMarked;
