// Draws a scene on a canvas. Lines of one look are one path, because a change of the look takes longer than a line.
//
// Canvas 2D, because the map has to work in a virtual machine without a GPU, and it has no third-party code to update.
// With a GPU, the libraries are faster. A fat tree of 980 switches, 10,976 links and 10,000 hosts, 1280 x 800 pixels, in
// headless Chromium without a GPU: the time to the first picture, and frames per second while panning and zooming.
//
//                                                 hosts collapsed    all hosts visible
//   Canvas 2D                                     0.39 s, 54, 57     0.45 s, 57, 55
//   sigma.js 3.0.3, graphology 0.26.0 (WebGL)     1.3 s, 1.9, 2.1    2.1 s, 1.2, 1.3
//   cytoscape.js 3.33.1 (WebGL)                   an exception       7.6 s, 0.6, 0.8

import {deviceName} from '../lib/format.js';
import {ends, HOST_RADIUS, switchSize} from './scene.js';

/** Below this height in pixels, a switch has no name. */
const NAMED_HEIGHT = 12;
const HOST_NAMED_SCALE = 1.5;
const DIMMED = 0.28;

/** The looks of links: by load, and those that are cut. */
function lookOf(link) {
    if (link.isRemoved) {
        return 'removed';
    }
    if (link.utilization >= 0.9) {
        return 'full';
    }
    if (link.utilization >= 0.5) {
        return 'busy';
    }
    return link.rate > 0 ? 'active' : 'idle';
}

const LOOKS = {
    idle: {color: 'line-strong', width: 1.2, alpha: 0.75},
    active: {color: 'accent', width: 2.2, alpha: 1},
    busy: {color: 'beacon', width: 3, alpha: 1},
    full: {color: 'alarm', width: 3.6, alpha: 1},
    removed: {color: 'alarm', width: 1.8, alpha: 1, dash: [6, 5]},
};

export class Painter {
    constructor(palette) {
        this.palette = palette;
    }

    /**
     * Draws a scene.
     *
     * @param context of a canvas whose unit is the CSS pixel
     * @param view the special objects: selected, hovered, found (ids), path (nodes, hosts and segments, or null), and time
     *     in milliseconds, for the dashes that move
     */
    draw(context, camera, scene, view) {
        this.context = context;
        this.camera = camera;
        this.view = view;
        context.clearRect(0, 0, camera.width, camera.height);
        this.#links(scene);
        this.#hostLinks(scene);
        this.#marked(scene);
        this.#switches(scene);
        this.#hosts(scene);
    }

    #isVisible(x1, y1, x2, y2) {
        const {width, height} = this.camera;
        return Math.max(x1, x2) > -40 && Math.min(x1, x2) < width + 40 && Math.max(y1, y2) > -40
            && Math.min(y1, y2) < height + 40;
    }

    #links(scene) {
        const {context, camera, palette, view} = this;
        /** @type {Map<string, number[]>} */
        const byLook = new Map(Object.keys(LOOKS).map(look => [look, []]));
        for (const link of scene.links) {
            const [ax, ay, bx, by] = ends(link, camera.scale);
            if (!Number.isFinite(ax) || !Number.isFinite(bx)) {
                continue;
            }
            const [x1, y1] = camera.toScreen(ax, ay);
            const [x2, y2] = camera.toScreen(bx, by);
            if (this.#isVisible(x1, y1, x2, y2)) {
                byLook.get(lookOf(link))?.push(x1, y1, x2, y2);
            }
        }
        // thousands of lines at a small scale would become an area
        const thin = Math.min(1, Math.max(0.35, camera.scale * 2.5));
        const faint = scene.links.length > 2_000 ? Math.min(1, Math.max(0.25, camera.scale * 4)) : 1;
        for (const [look, points] of byLook) {
            const {color, width, alpha, dash} = LOOKS[look];
            context.strokeStyle = palette[color];
            context.lineWidth = width * (look === 'idle' ? thin : 1);
            context.globalAlpha = (look === 'idle' ? alpha * faint : alpha) * (view.path ? DIMMED : 1);
            context.setLineDash(dash ?? []);
            context.beginPath();
            for (let i = 0; i < points.length; i += 4) {
                context.moveTo(points[i], points[i + 1]);
                context.lineTo(points[i + 2], points[i + 3]);
            }
            context.stroke();
            if (look === 'removed') {
                this.#crosses(points);
            }
        }
        context.setLineDash([]);
        context.globalAlpha = 1;
    }

    /** Marks cut links in their middle. */
    #crosses(points) {
        const {context, palette} = this;
        context.setLineDash([]);
        for (let i = 0; i < points.length; i += 4) {
            const [x, y] = [(points[i] + points[i + 2]) / 2, (points[i + 1] + points[i + 3]) / 2];
            context.beginPath();
            context.arc(x, y, 8, 0, 2 * Math.PI);
            context.fillStyle = palette['alarm-ground'];
            context.fill();
            context.moveTo(x - 3, y - 3);
            context.lineTo(x + 3, y + 3);
            context.moveTo(x + 3, y - 3);
            context.lineTo(x - 3, y + 3);
            context.lineWidth = 1.8;
            context.stroke();
        }
    }

    #hostLinks(scene) {
        const {context, camera, palette, view} = this;
        context.strokeStyle = palette['line-strong'];
        context.lineWidth = Math.min(1, Math.max(0.3, camera.scale));
        context.globalAlpha = 0.55 * (view.path ? DIMMED : 1);
        context.beginPath();
        for (const host of scene.hosts) {
            const [x1, y1] = camera.toScreen(host.node.x, host.node.y);
            const [x2, y2] = camera.toScreen(host.x, host.y);
            if (this.#isVisible(x1, y1, x2, y2)) {
                context.moveTo(x1, y1);
                context.lineTo(x2, y2);
            }
        }
        context.stroke();
        context.globalAlpha = 1;
    }

    /** Draws the path, and the link that is selected or under the pointer. */
    #marked(scene) {
        const {camera, palette, view} = this;
        for (const link of scene.links) {
            const isSelected = view.selected?.kind === 'link' && view.selected.key === link.key;
            const isHovered = view.hovered?.kind === 'link' && view.hovered.link.key === link.key;
            if (isSelected || isHovered) {
                this.#line(ends(link, camera.scale), palette.beacon, isSelected ? 7 : 5, 0.45);
            }
        }
        for (const points of view.path?.segments ?? []) {
            this.#line(points, palette.accent, 7, 0.3);
            this.#line(points, palette.accent, 3, 1, view.time);
        }
    }

    /**
     * @param {number[]} ends x and y of both
     * @param {string} color
     * @param {number} width
     * @param {number} alpha
     * @param {number} [time] for dashes that move
     */
    #line([ax, ay, bx, by], color, width, alpha, time) {
        const {context, camera} = this;
        context.strokeStyle = color;
        context.lineWidth = width;
        context.lineCap = 'round';
        context.globalAlpha = alpha;
        context.setLineDash(time === undefined ? [] : [8, 8]);
        context.lineDashOffset = time === undefined ? 0 : -time / 30 % 16;
        context.beginPath();
        context.moveTo(...camera.toScreen(ax, ay));
        context.lineTo(...camera.toScreen(bx, by));
        context.stroke();
        context.setLineDash([]);
        context.lineCap = 'butt';
        context.globalAlpha = 1;
    }

    #switches(scene) {
        const {context, camera} = this;
        const [width, height] = switchSize(camera.scale);
        const isNamed = height >= NAMED_HEIGHT;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        for (const node of scene.nodes.values()) {
            const [x, y] = camera.toScreen(node.x, node.y);
            if (Number.isFinite(x) && this.#isVisible(x, y, x, y)) {
                this.#switch(node, x, y, width, height, isNamed);
                if (node.hosts > 0 && !scene.expanded.has(node.id)) {
                    this.#hostCount(node, x, y + height / 2, width, isNamed);
                }
            }
        }
        context.globalAlpha = 1;
    }

    #switch(node, x, y, width, height, isNamed) {
        const {context, palette, view} = this;
        const isSelected = view.selected?.kind === 'switch' && view.selected.key === node.id;
        const isHovered = view.hovered?.node === node;
        const isOnPath = view.path?.nodes.has(node.id);
        context.globalAlpha = view.path && !isOnPath ? DIMMED : 1;
        if (!isNamed) {
            context.fillStyle = node.isGone ? palette.alarm : isSelected || isHovered ? palette.beacon : palette.accent;
            context.fillRect(x - width / 2, y - height / 2, width, height);
        } else {
            if (isSelected || view.found?.has(node.id)) {
                context.beginPath();
                context.roundRect(x - width / 2 - 4, y - height / 2 - 4, width + 8, height + 8, height * 0.4);
                context.fillStyle = palette.beacon;
                context.globalAlpha *= 0.4;
                context.fill();
                context.globalAlpha = view.path && !isOnPath ? DIMMED : 1;
            }
            context.beginPath();
            context.roundRect(x - width / 2, y - height / 2, width, height, height * 0.3);
            context.fillStyle = node.isGone ? palette.ground : isHovered ? palette['accent-ground'] : palette.surface;
            context.fill();
            context.setLineDash(node.isGone ? [4, 3] : []);
            context.strokeStyle = node.isGone ? palette.alarm : isSelected ? palette.beacon : palette.accent;
            context.lineWidth = isSelected || isHovered || isOnPath ? 2.2 : 1.5;
            context.stroke();
            context.setLineDash([]);
            context.fillStyle = node.isGone ? palette['text-muted'] : palette.text;
            const fontSize = Math.min(13, height * 0.52);
            context.font = `600 ${fontSize}px ${palette.font}`;
            context.fillText(node.name, x, y + 0.5, width - 6);
            if (node.isPinned) {
                context.beginPath();
                context.arc(x + width / 2 - 1, y - height / 2 + 1, 3.2, 0, 2 * Math.PI);
                context.fillStyle = palette.beacon;
                context.fill();
            }
        }
    }

    /** The number of hosts, below the switch; a line if space is short. */
    #hostCount(node, x, y, switchWidth, isNamed) {
        const {context, palette} = this;
        if (!isNamed) {
            context.fillStyle = palette.good;
            context.fillRect(x - switchWidth / 2, y + 1, switchWidth, 1.5);
            return;
        }
        const label = String(node.hosts);
        context.font = `600 10.5px ${palette.font}`;
        const width = context.measureText(label).width + 20;
        context.beginPath();
        context.roundRect(x - width / 2, y + 3, width, 15, 7.5);
        context.fillStyle = palette.raised;
        context.strokeStyle = palette.line;
        context.lineWidth = 1;
        context.fill();
        context.stroke();
        context.beginPath();
        context.arc(x - width / 2 + 8, y + 10.5, 2.6, 0, 2 * Math.PI);
        context.fillStyle = palette.good;
        context.fill();
        context.fillStyle = palette['text-muted'];
        context.fillText(label, x + 4, y + 11);
    }

    #hosts(scene) {
        const {context, camera, palette, view} = this;
        const radius = Math.min(8, Math.max(1.4, HOST_RADIUS * camera.scale));
        const isNamed = camera.scale >= HOST_NAMED_SCALE;
        context.fillStyle = palette.good;
        context.globalAlpha = view.path ? DIMMED : 1;
        context.beginPath();
        const named = [];
        for (const host of scene.hosts) {
            const [x, y] = camera.toScreen(host.x, host.y);
            if (this.#isVisible(x, y, x, y)) {
                if (radius < 2) {
                    context.rect(x - radius, y - radius, 2 * radius, 2 * radius);
                } else {
                    context.moveTo(x + radius, y);
                    context.arc(x, y, radius, 0, 2 * Math.PI);
                }
                named.push([host, x, y]);
            }
        }
        context.fill();
        context.globalAlpha = 1;
        context.font = `10px ${palette.font}`;
        for (const [host, x, y] of named) {
            const isMarked = view.hovered?.host?.key === host.key || view.path?.hosts.has(host.key)
                || view.selected?.kind === 'host' && view.selected.key === host.key;
            if (isMarked) {
                context.beginPath();
                context.arc(x, y, radius + 3, 0, 2 * Math.PI);
                context.strokeStyle = palette.beacon;
                context.lineWidth = 2;
                context.stroke();
            }
            if (isMarked || isNamed) {
                context.fillStyle = palette.text;
                context.fillText(deviceName(host.device), x, y + radius + 8);
            }
        }
    }
}
