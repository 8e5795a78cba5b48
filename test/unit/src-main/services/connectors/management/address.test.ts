import { expect, test } from 'vitest';
import { parseAddress } from '#main/services/connectors/management/context.ts';

const object = { kind: 'object', system: 'hr', type: '__ACCOUNT__' };

test.each([
  ['/system', { kind: 'systems' }],
  ['/openidm/system/', { kind: 'systems' }],
  ['/system/hr', { kind: 'system', system: 'hr' }],
  ['/openidm/system/hr/__ACCOUNT__/', { kind: 'collection', system: 'hr', type: '__ACCOUNT__' }],
  ['/openidm/system/hr/__ACCOUNT__/101', { ...object, id: '101' }],
  ['/system/hr/__ACCOUNT__/a%2Fb%20c', { ...object, id: 'a/b c' }],
  ['/system/hr/__ACCOUNT__/..', { ...object, id: '..' }],
  ['/system/hr/__ACCOUNT__/%C3%A4', { ...object, id: 'ä' }],
])('%s names something', (path, address) => {
  expect(parseAddress(path)).toEqual(address);
});

test.each([
  '/',
  '/openidm/',
  '/openidm//openidm/system/hr',
  '/systems/hr',
  '/managed/user/1',
  '/system//__ACCOUNT__',
  '/system/hr/__ACCOUNT__/1/more',
  '/system/hr/__ACCOUNT__/%E0%A4%A',
  '/System/hr',
])('%s names nothing', (path) => {
  expect(parseAddress(path)).toBeNull();
});
