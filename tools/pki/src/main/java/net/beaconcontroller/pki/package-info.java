/**
 * Makes certificates for TLS between the controller and switches. Start reading at
 * {@link net.beaconcontroller.pki.CertificateAuthority}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>A certificate of a switch is for clients only</b> ({@link CertificateRequest}), because Open vSwitch checks
 * the CA of the certificate of the controller and not its names. The certificate of the controller is for servers and
 * clients, because it also connects to switches that listen.
 * <li><b>Datapath ids are URIs among the alternative names</b> ({@code openflow:0000000000000001}), not parts of the
 * common name: a certificate can have several, for the bridges of one Open vSwitch, which has one certificate; and a
 * name that an operator gave without this intention does not bind.
 * <li><b>Certificates are valid for 825 days, the CA for ten years.</b> macOS and iOS refuse certificates of servers
 * that are valid for longer, and the certificate of the controller may also be that of its web page. A new CA has to be
 * copied to all switches at once, so that it lasts longer. Validity begins a day ago, because clocks and time zones of
 * switches differ.
 * <li><b>Keys are EC P-256.</b> Every TLS library supports them; a signature takes a tenth of the time of RSA with
 * 2,048 bits, and switches have weak processors.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.pki;

import org.jspecify.annotations.NullMarked;
