import assert from 'node:assert/strict';
import {test} from 'node:test';
import {TableModel} from '../../main/resources/net/beaconcontroller/web/ui/components/table-model.js';

const NAME = {name: 'name', title: 'Name', isNatural: true, value: row => row.name};
const RATE = {name: 'rate', title: 'Rate', isNumber: true, value: row => row.rate};
const TOOLS = {name: 'tools', title: 'Tools', value: null};

function model(sort = 'name') {
    const made = new TableModel([NAME, RATE, TOOLS], sort);
    made.rows = [{name: 's10', rate: 5}, {name: 's2', rate: null}, {name: 'S1', rate: 70}];
    return made;
}

function shown(made) {
    made.arrange();
    return made.shown.map(({name}) => name);
}

test('numbers in names count in a natural order', () => {
    assert.deepEqual(shown(model()), ['S1', 's2', 's10']);
    assert.deepEqual(shown(model('-name')), ['s10', 's2', 'S1']);
});

test('rows without a value are last in ascending order', () => {
    assert.deepEqual(shown(model('rate')), ['s10', 'S1', 's2']);
});

test('a column that is chosen again turns the order, and numbers begin with the largest', () => {
    const made = model();
    made.sortBy(RATE);
    assert.equal(made.sort, '-rate');
    assert.equal(made.orderOf(RATE), 'descending');
    assert.equal(made.orderOf(NAME), 'none');
    made.sortBy(RATE);
    assert.equal(made.sort, 'rate');
    made.sortBy(NAME);
    assert.equal(made.sort, 'name');
});

test('the filter accepts rows whose values contain it, in any case', () => {
    const made = model();
    made.filter = ' S1';
    assert.deepEqual(shown(made), ['S1', 's10']);
    made.filter = '70';
    assert.deepEqual(shown(made), ['S1']);
    made.filter = 'absent';
    assert.deepEqual(shown(made), []);
    assert.equal(made.rows.length, 3);
});

test('the rows that it was given keep their order', () => {
    const made = model();
    const before = [...made.rows];
    shown(made);
    assert.deepEqual(made.rows, before);
});
