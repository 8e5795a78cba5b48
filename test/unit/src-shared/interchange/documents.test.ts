import { describe, expect, test } from 'vitest';
import {
  namedRoute,
  numbersAfter,
  productRouteName,
  recogniseDocument,
  routeFileNames,
} from '#shared/interchange/index.ts';

describe('a document of a product', () => {
  test.each([
    ['conf/provisioner.openicf-hr.json', { configurationProperties: {} }, 'connector'],
    ['clients.json', { items: [{ clientId: 'a' }] }, 'client'],
    ['config/routes/orders.json', { handler: 'ReverseProxyHandler' }, 'route'],
    ['config/routes/config.json', { handler: 'ReverseProxyHandler' }, 'route'],
  ])('%s is known by its name and what is in it', (path, document, kind) => {
    expect(recogniseDocument(path, document)).toEqual({ kind });
  });
  test.each([
    ['conf/sync.json', { mappings: [] }, /does not synchronize/],
    ['conf/repo.ds.json', {}, /data store of the product/],
    ['conf/managed.json', { objects: [] }, /managed objects/],
    ['config/config.json', { handler: {} }, /as a whole/],
    ['conf/provisioner.openicf-h r.json', { configurationProperties: {} }, /letters/],
    ['conf/provisioner.openicf-hr.json', {}, /configurationProperties/],
    ['whatever.json', [1], /does not support/],
  ])('%s has no counterpart, and the reason is said', (path, document, reason) => {
    const found = recogniseDocument(path, document);
    expect('reason' in found ? found.reason : found.kind).toMatch(reason);
  });
});

describe('the files of routes', () => {
  test('get numbers in the order in which the product tries them, and those that have some keep them', () => {
    expect([...routeFileNames(['zoo', 'orders', '00-first'])]).toEqual([
      ['00-first', '00-first'],
      ['orders', '10-orders'],
      ['zoo', '20-zoo'],
    ]);
  });
  test('keep that order where the gateway compares their names, however many there are', () => {
    const stems = Array.from({ length: 11 }, (_, index) => `r${String(index).padStart(2, '0')}`);
    const names = [...routeFileNames(['40-given', '995-last', ...stems])];
    const files = names.map(([, file]) => file);
    expect(files.toSorted()).toEqual(files);
    expect(names.map(([stem]) => stem)).toEqual(['40-given', '995-last', ...stems]);
    const few = [...routeFileNames(stems).values()];
    expect(few.toSorted()).toEqual(few);
    expect([...files, ...few].filter((file) => !/^\d{2,4}-r?/.test(file))).toEqual([]);
  });
  test('are numbered behind what is last as a text, not as a number', () => {
    expect(numbersAfter(['20', '100'], 1)).toEqual(['30']);
    expect(numbersAfter(['99'], 1)).toEqual(['9910']);
    expect(numbersAfter([], 10)).toEqual(
      Array.from({ length: 10 }, (_, at) => String(at * 10 + 10).padStart(3, '0')),
    );
    expect(() => numbersAfter(['9999'], 1)).toThrow(/No number is free/);
  });
  test('cannot lead out of their folder', () => {
    expect([...routeFileNames(['../x']).values()]).toEqual(['10-..-x']);
  });
  test('go back under the names that they came by', () => {
    const named = namedRoute({ handler: 'ClientHandler' }, 'orders');
    expect(named).toEqual({ name: 'orders', handler: 'ClientHandler' });
    expect(productRouteName('20-orders', named)).toBe('orders');
    expect(namedRoute({ handler: 'ClientHandler' }, '10-orders')).toEqual({ handler: 'ClientHandler' });
    expect(productRouteName('10-orders', { name: 'Orders by status' })).toBe('10-orders');
  });
});
