/**
 * Keys, certificates and failures of TLS. Start reading at {@link net.beaconcontroller.io.tls.TlsFiles}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>TLS is a transport over the transport of plain text</b> ({@code TlsTransport}), below the buffers and limits
 * of a connection. During the handshake, the HELLO waits in the output buffer, so that sessions, timeouts and limits
 * know nothing of TLS. The cost without TLS is two calls that the JIT compiler inlines ({@code interest}, {@code
 * hasInput}).
 * <li><b>The expensive steps of handshakes run on threads of their own.</b> A signature takes a tenth of a millisecond
 * with EC and a millisecond with RSA, during which an event loop handles a thousand messages.
 * <li><b>When a write fails, the transport still reads.</b> A peer that refuses a certificate sends an alert with the
 * reason and closes the connection; the failed write would hide it.
 * <li><b>The names in the certificate of a switch that listens are not compared with its address.</b> Switches are
 * known by datapath ids, to which certificates are bound.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.io.tls;

import org.jspecify.annotations.NullMarked;
