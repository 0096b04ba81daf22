// Computes layouts off the main thread.

import {layout} from './layout.js';

onmessage = ({data}) => {
    const result = layout(data);
    postMessage({...result, turn: data.turn}, [result.positions.buffer]);
};
