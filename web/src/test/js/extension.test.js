import assert from 'node:assert/strict';
import {test} from 'node:test';

Object.assign(globalThis, {location: {origin: 'http://controller'}});
const {mayRequest} = await import('../../main/resources/net/beaconcontroller/web/ui/lib/extension.js');

test('a page of an application reads all resources', () => {
    assert.ok(mayRequest('acl', 'GET', '/api/v1/switches?limit=5'));
    assert.ok(!mayRequest('acl', 'GET', '/metrics'));
    assert.ok(!mayRequest('acl', 'GET', 'http://elsewhere/api/x'));
    assert.ok(!mayRequest('acl', 'GET', '/api/../metrics'));
    assert.ok(!mayRequest('acl', 'GET', null));
});

test('it changes those of its application only', () => {
    assert.ok(mayRequest('acl', 'POST', '/api/acl/rules'));
    for (const path of ['/api/v1/tokens', '/api/aclx/rules', '/api/acl/../v1/tokens', '/api/acl/%2e%2e/v1/tokens',
        '//elsewhere/api/acl/rules']) {
        assert.ok(!mayRequest('acl', 'DELETE', path), path);
    }
});
