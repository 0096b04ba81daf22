// The settings with their origins, and the levels of the log.

import {h, link, Tabs} from '../kit.js';
import {showLoggers} from './settings/loggers.js';
import {showSettings} from './settings/values.js';

/** @type {Show} */
export function show(content, {route}) {
    const tabs = new Tabs({
        label: 'Settings',
        tabs: [
            {name: 'values', title: 'Settings', href: link('settings'), show: showSettings},
            {name: 'log', title: 'Log levels', href: link('settings', ['log']), show: showLoggers},
        ],
    });
    content.append(
        h('header', {}, h('h1', {}, 'Settings'),
            h('a', {class: 'button small', href: link('style')}, 'Style guide for authors of pages')),
        tabs.element);
    tabs.show(route.rest[0]);
    return {
        navigate: next => tabs.show(next.rest[0]),
        leave: () => tabs.close(),
    };
}
