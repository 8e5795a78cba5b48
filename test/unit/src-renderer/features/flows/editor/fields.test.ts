import { describe, expect, test } from 'vitest';
import {
  changedBytes,
  compareFields,
  isAutomatic,
  movedField,
  withNewField,
  withWrongVerifier,
} from '#renderer/features/flows/editor/fields.ts';
import { requestField } from '#shared/flows/index.ts';

const originals = [
  requestField('grant_type', 'authorization_code'),
  requestField('code', '{{code}}'),
  requestField('code_verifier', '{{code_verifier}}'),
];
const [grantType = requestField('', ''), code = grantType, verifier = grantType] = originals;

describe('a field beside that of the flow', () => {
  test('is edited where its value or its encoding is another', () => {
    const fields = [grantType, { ...code, encoding: 'raw' as const }, { ...verifier, value: 'typed' }];
    const { rows } = compareFields(fields, originals);
    expect(rows.map(({ change }) => change)).toEqual(['none', 'edited', 'edited']);
    expect(rows.map(({ isUnbound }) => isUnbound)).toEqual([false, false, true]);
  });

  test('stays bound while a pipe only changes what is filled in', () => {
    const { rows } = compareFields([withWrongVerifier(verifier, 'one-character')], [verifier]);
    expect(rows[0]).toMatchObject({ change: 'edited', isUnbound: false });
  });

  test('is left out, added or removed; the second of a name is the added one', () => {
    const fields = [grantType, { ...code, isOmitted: true }, grantType];
    const { rows, removed } = compareFields(fields, originals);
    expect(rows.map(({ change }) => change)).toEqual(['none', 'left-out', 'added']);
    expect(removed).toEqual([verifier]);
  });
});

test('a field moves by one place, and stays where the list ends', () => {
  expect(movedField(originals, 2, -1).map(({ name }) => name)).toEqual([
    'grant_type',
    'code_verifier',
    'code',
  ]);
  expect(movedField(originals, 0, -1)).toBe(originals);
  expect(movedField(originals, 2, 1)).toBe(originals);
});

test('a new header stands before the one that ends the head', () => {
  const headers = [requestField('Host', '{{host}}'), requestField('Connection', 'close')];
  expect(withNewField(headers).map(({ name }) => name)).toEqual(['Host', '', 'Connection']);
  expect(withNewField(originals).at(-1)?.name).toBe('');
});

test('a verifier that is left out is not sent, and any other wrong one is', () => {
  expect(withWrongVerifier(verifier, 'left-out')).toEqual({ ...verifier, isOmitted: true });
  const again = withWrongVerifier({ ...verifier, isOmitted: true }, 'too-short');
  expect(again).toMatchObject({ value: '{{code_verifier|first:42}}', isOmitted: false });
});

test('the headers that each request has are those of the flow, and no others of the same name', () => {
  const host = requestField('Host', 'id.example');
  const { rows } = compareFields(
    [host, requestField('Authorization', ''), host],
    [host, requestField('Authorization', '')],
  );
  expect(rows.map(isAutomatic)).toEqual([true, false, false]);
});

test.each([
  ['same', 'same', 0],
  ['orders.read', 'orders.read orders.admin', 13],
  ['aXa', 'aYa', 1],
  ['aaa', 'aa', 1],
  ['e', 'é', 2],
])('from “%s” to “%s” %i bytes are changed', (before, after, bytes) => {
  expect(changedBytes(before, after)).toBe(bytes);
});
