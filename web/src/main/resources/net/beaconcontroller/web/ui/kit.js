// The kit: the parts of pages, those of the controller and those of applications. The style guide (#/style) shows them,
// and docs/applications.md describes how a page of an application uses them.
//
//     import {h, liveTable, numberColumn, switchColumn} from '/ui/kit.js';

export {append, badge, code, facts, h, icon, replace, svg, text} from './lib/dom.js';
export * from './lib/format.js';
export {deviceLink, link, portLink, switchLink} from './lib/link.js';
export {Poll} from './lib/poll.js';
export {shareBar} from './components/bar.js';
export {numberColumn, portColumn, switchColumn} from './components/columns.js';
export {confirmDialog, showDialog} from './components/dialog.js';
export {field, fieldRow, input} from './components/fields.js';
export {liveTable} from './components/live-table.js';
export {Sparkline} from './components/sparkline.js';
export {emptyState, errorState, loadingState} from './components/states.js';
export {Table} from './components/table.js';
export {Tabs} from './components/tabs.js';
export {toast, toastError} from './components/toast.js';
