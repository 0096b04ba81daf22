/* The limit: an OpenFlow controller that looks nothing up. It answers each packet-in with a constant flow-mod which has the
 * packet-in's transaction id, buffer id, port and Ethernet addresses. It speaks OpenFlow 1.0 and 1.3.
 *
 * Usage: limit ADDRESS PORT THREADS block|spin
 *
 * With port 0, the system chooses a port. Each thread has an epoll instance; connections go to the threads in turn. "block"
 * sleeps until there is input, which is right for throughput; "spin" polls all the time, because a controller
 * that sleeps answers round trips later than it could.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HEADER = 8, HELLO = 0, ECHO_REQUEST = 2, ECHO_REPLY = 3, FEATURES_REQUEST = 5, PACKET_IN = 10, FLOW_MOD = 14,
    OF10 = 1, OF13 = 4,
    OF10_FLOW_MOD = 80, OF13_FLOW_MOD = 104,
    INPUT = 1 << 17, OUTPUT = 1 << 18, MOST_EVENTS = 256, MOST_THREADS = 1024
};

struct peer {
    int socket, version;
    size_t received, answered;
    uint8_t input[INPUT], output[OUTPUT];
};

static uint8_t of10_flow_mod[OF10_FLOW_MOD], of13_flow_mod[OF13_FLOW_MOD];
static int epolls[MOST_THREADS], listener, threads, timeout;

static unsigned get16(const uint8_t *at) { return at[0] << 8 | at[1]; }

static void put16(uint8_t *at, unsigned value) {
    at[0] = value >> 8;
    at[1] = value;
}

static void put_header(uint8_t *at, int version, int type, unsigned length) {
    at[0] = version;
    at[1] = type;
    put16(at + 2, length);
}

/* The flow sends packets of a port and two addresses to port 2, and ends after five idle seconds. */
static void prepare_flow_mods(void) {
    uint8_t *m = of10_flow_mod;
    put_header(m, OF10, FLOW_MOD, OF10_FLOW_MOD);
    m[9] = 0x3f; m[10] = 0xff; m[11] = 0xf2; /* wildcards: all but the port and the addresses */
    put16(m + 58, 5);                        /* idle timeout */
    put16(m + 62, 0x8000);                   /* priority */
    put16(m + 68, 0xffff);                   /* out port: none */
    put16(m + 74, 8);                        /* the action: output, 8 bytes, port 2 */
    put16(m + 76, 2);

    m = of13_flow_mod;
    put_header(m, OF13, FLOW_MOD, OF13_FLOW_MOD);
    put16(m + 26, 5);                        /* idle timeout */
    put16(m + 30, 0x8000);                   /* priority */
    memset(m + 36, 0xff, 8);                 /* out port and out group: any */
    static const uint8_t match[] = {0, 1, 0, 32, 0x80, 0, 0, 4, 0, 0, 0, 0, 0x80, 0, 6, 6};
    memcpy(m + 48, match, sizeof match);     /* OXM: in_port at 52, eth_dst at 60, eth_src at 70 */
    memcpy(m + 70, "\x80\0\10\6", 4);
    static const uint8_t instruction[] = {0, 4, 0, 24, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 2};
    memcpy(m + 80, instruction, sizeof instruction); /* apply actions: output to port 2 */
}

static void end(struct peer *peer) {
    close(peer->socket);
    free(peer);
}

/* Writes all answers, and waits while the socket takes none. Returns 0 if the connection has ended. */
static int flush(struct peer *peer) {
    for (size_t at = 0; at < peer->answered;) {
        ssize_t written = write(peer->socket, peer->output + at, peer->answered - at);
        if (written >= 0) {
            at += written;
        } else if (errno == EAGAIN) {
            struct pollfd writable = {peer->socket, POLLOUT, 0};
            poll(&writable, 1, -1);
        } else if (errno != EINTR) {
            return 0;
        }
    }
    peer->answered = 0;
    return 1;
}

static inline void answer(struct peer *peer, const uint8_t *in, unsigned length) {
    uint8_t *out = peer->output + peer->answered;
    if (peer->version == OF10) {
        if (length < 30) return;
        memcpy(out, of10_flow_mod, OF10_FLOW_MOD);
        memcpy(out + 12, in + 14, 2);
        memcpy(out + 14, in + 24, 6);
        memcpy(out + 20, in + 18, 6);
        memcpy(out + 64, in + 8, 4);
        peer->answered += OF10_FLOW_MOD;
    } else {
        /* The match begins at 24, is padded to 8 bytes, and begins with the port; 2 bytes of padding precede the frame. */
        unsigned frame = length < 32 ? 0 : 24 + ((get16(in + 26) + 7) & ~7u) + 2;
        if (!frame || frame + 12 > length) return;
        memcpy(out, of13_flow_mod, OF13_FLOW_MOD);
        memcpy(out + 56, in + 32, 4);
        memcpy(out + 64, in + frame, 6);
        memcpy(out + 74, in + frame + 6, 6);
        memcpy(out + 32, in + 8, 4);
        peer->answered += OF13_FLOW_MOD;
    }
    memcpy(out + 4, in + 4, 4);
}

static void hello(struct peer *peer, const uint8_t *in) {
    uint8_t *out = peer->output + peer->answered;
    peer->version = in[0] >= OF13 ? OF13 : OF10;
    put_header(out, peer->version, FEATURES_REQUEST, HEADER);
    memcpy(out + 4, "\0\0\0\1", 4);
    peer->answered += HEADER;
}

/* Reads once and answers the whole messages. Returns 0 if the connection has ended or is of no use. */
static int serve(struct peer *peer) {
    ssize_t got = read(peer->socket, peer->input + peer->received, INPUT - peer->received);
    if (got <= 0) return got < 0 && (errno == EAGAIN || errno == EINTR);
    peer->received += got;
    size_t at = 0;
    while (peer->received - at >= HEADER) {
        uint8_t *in = peer->input + at;
        unsigned length = get16(in + 2);
        if (length < HEADER) return 0;
        if (peer->received - at < length) break;
        if (peer->answered + 0x10000 > OUTPUT && !flush(peer)) return 0;
        if (in[1] == PACKET_IN) {
            answer(peer, in, length);
        } else if (in[1] == HELLO) {
            hello(peer, in);
        } else if (in[1] == ECHO_REQUEST) {
            in[1] = ECHO_REPLY;
            memcpy(peer->output + peer->answered, in, length);
            peer->answered += length;
        }
        at += length;
    }
    peer->received -= at;
    memmove(peer->input, peer->input + at, peer->received);
    return flush(peer);
}

static void welcome(void) {
    static int next;
    int socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK), one = 1;
    if (socket < 0) return;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    struct peer *peer = calloc(1, sizeof *peer);
    peer->socket = socket;
    /* HELLO of OpenFlow 1.3, with a bitmap of 1.0 and 1.3 */
    static const uint8_t greeting[] = {OF13, HELLO, 0, 16, 0, 0, 0, 0, 0, 1, 0, 8, 0, 0, 0, 1 << OF10 | 1 << OF13};
    memcpy(peer->output, greeting, sizeof greeting);
    peer->answered = sizeof greeting;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = peer};
    if (!flush(peer) || epoll_ctl(epolls[next++ % threads], EPOLL_CTL_ADD, socket, &event)) end(peer);
}

static void *run(void *number) {
    struct epoll_event events[MOST_EVENTS];
    int ready;
    do {
        ready = epoll_wait(epolls[(intptr_t)number], events, MOST_EVENTS, timeout);
        for (int i = 0; i < ready; i++) {
            struct peer *peer = events[i].data.ptr;
            if (!peer) {
                welcome();
            } else if (!serve(peer)) {
                end(peer);
            }
        }
    } while (ready >= 0 || errno == EINTR);
    return NULL;
}

int main(int count, char **words) {
    if (count != 5) {
        fprintf(stderr, "usage: limit ADDRESS PORT THREADS block|spin\n");
        return 2;
    }
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(words[2]))};
    socklen_t length = sizeof address;
    int one = 1;
    threads = atoi(words[3]);
    timeout = strcmp(words[4], "spin") ? -1 : 0;
    signal(SIGPIPE, SIG_IGN);
    prepare_flow_mods();
    listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (inet_pton(AF_INET, words[1], &address.sin_addr) != 1 || threads < 1 || threads > MOST_THREADS) {
        fprintf(stderr, "limit: address %s, threads %s: needs an IPv4 address, and 1 to %d threads\n", words[1], words[3],
                MOST_THREADS);
        return 2;
    }
    if (bind(listener, (void *)&address, sizeof address) || listen(listener, 512)) {
        fprintf(stderr, "limit: cannot listen on %s:%s: %s\n", words[1], words[2], strerror(errno));
        return 1;
    }
    for (int i = 0; i < threads; i++) epolls[i] = epoll_create1(0);
    struct epoll_event event = {.events = EPOLLIN};
    epoll_ctl(epolls[0], EPOLL_CTL_ADD, listener, &event);
    getsockname(listener, (void *)&address, &length);
    printf("The limit listens for switches on %s:%d\n", words[1], ntohs(address.sin_port));
    fflush(stdout);
    for (intptr_t i = 1; i < threads; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, run, (void *)i);
    }
    run(NULL);
}
