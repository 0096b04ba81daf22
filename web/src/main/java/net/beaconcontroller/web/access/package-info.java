/**
 * Access to the HTTP server: tokens, sessions of browsers, and the audit log. Start reading at {@link
 * net.beaconcontroller.web.access.Access}.
 *
 * <h2>Decisions</h2>
 * <ul>
 * <li><b>Access is checked before routing.</b> Without a token, all paths answer 401, so that nothing shows which
 * applications are installed. Only the health and the files of the page need none: they contain no data, and the page
 * can explain how to get a token.
 * <li><b>Valid tokens work while wrong ones are limited.</b> Tokens have 256 random bits, so the limit does not protect
 * against guessing but against load and log lines. If it refused valid tokens too, any process of the machine could
 * lock the administrator out.
 * <li><b>A session of a browser is kept in {@code tokens.json}, as a hash</b>, and not in memory: the link is shown
 * only once, and a restart must not end the session. It ends when its token is revoked.
 * <li><b>An IP address in the header Host is always accepted.</b> DNS rebinding needs a name that the attacker
 * controls; names need the setting {@code http.hosts}.
 * </ul>
 */
@NullMarked
package net.beaconcontroller.web.access;

import org.jspecify.annotations.NullMarked;
