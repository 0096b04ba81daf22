/**
 * Makes certificates for TLS between the controller and switches. Start reading at
 * {@link net.beaconcontroller.pki.CertificateAuthority}.
 */
@NullMarked
package net.beaconcontroller.pki;

import org.jspecify.annotations.NullMarked;
