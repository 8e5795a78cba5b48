import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  diffJson,
  type JsonValue,
  jsonEqual,
  type MergeResult,
  mergeThreeWay,
} from '#shared/workspace/index.ts';
import { property } from '#test/support/property.ts';

const client = {
  client_id: 'portal-web',
  scope: 'orders.read',
  redirect_uris: ['https://a.example/cb'],
  x_notes: { owner: 'ann', 'team/unit': 'one' },
};

describe('an edit from outside meets an unsaved draft', () => {
  test('edits of different members, at any depth, both stand', () => {
    const mine = {
      ...client,
      scope: 'orders.read orders.write',
      x_notes: { ...client.x_notes, owner: 'bob' },
    };
    const theirs = { ...client, client_name: 'Portal', x_notes: { ...client.x_notes, 'team/unit': 'two' } };
    expect(mergeThreeWay(client, mine, theirs)).toEqual({
      merged: {
        ...mine,
        client_name: 'Portal',
        x_notes: { owner: 'bob', 'team/unit': 'two' },
      },
    });
  });

  test('a member that both changed in another way is a conflict, by its pointer', () => {
    const mine = { ...client, x_notes: { owner: 'ann', 'team/unit': 'mine' } };
    const theirs = { ...client, x_notes: { owner: 'ann', 'team/unit': 'theirs' } };
    expect(mergeThreeWay(client, mine, theirs)).toEqual({
      conflicts: [{ pointer: '/x_notes/team~1unit', base: 'one', mine: 'mine', theirs: 'theirs' }],
    });
  });

  test('a choice settles its own conflict and no other', () => {
    const mine = { a: 1, b: 1 };
    const theirs = { a: 2, b: 2 };
    expect(mergeThreeWay({}, mine, theirs, new Map([['/a', 'theirs']]))).toEqual({
      conflicts: [{ pointer: '/b', mine: 1, theirs: 2 }],
    });
    const choices = new Map([
      ['/a', 'theirs' as const],
      ['/b', 'mine' as const],
    ]);
    expect(mergeThreeWay({}, mine, theirs, choices)).toEqual({ merged: { a: 2, b: 1 } });
  });

  test('a removal against a change is a conflict, against nothing it stands', () => {
    const { scope: _, ...removed } = client;
    expect(mergeThreeWay(client, removed, { ...client, scope: 'more' })).toEqual({
      conflicts: [{ pointer: '/scope', base: 'orders.read', theirs: 'more' }],
    });
    expect(mergeThreeWay(client, removed, client)).toEqual({ merged: removed });
    expect(mergeThreeWay(client, undefined, client)).toEqual({ merged: undefined });
    expect(mergeThreeWay(client, undefined, { ...client, scope: 'more' })).toMatchObject({
      conflicts: [{ pointer: '' }],
    });
  });

  test('lists are taken as a whole', () => {
    const mine = { ...client, redirect_uris: [...client.redirect_uris, 'https://b.example/cb'] };
    const theirs = { ...client, redirect_uris: [] };
    expect(mergeThreeWay(client, mine, client)).toEqual({ merged: mine });
    expect(mergeThreeWay(client, mine, theirs)).toMatchObject({ conflicts: [{ pointer: '/redirect_uris' }] });
  });

  test('a member named like a prototype is a member', () => {
    const mine: JsonValue = JSON.parse('{"__proto__":{"polluted":true}}');
    const result = mergeThreeWay({}, mine, { constructor: 1 });
    expect('merged' in result && JSON.stringify(result.merged)).toBe(
      '{"__proto__":{"polluted":true},"constructor":1}',
    );
  });
});

test('a difference lists the smallest members, added, changed and removed', () => {
  expect(diffJson(client, { ...client, scope: 'more', x_notes: { owner: 'ann' }, own: [1] })).toEqual([
    { pointer: '/scope', before: 'orders.read', after: 'more' },
    { pointer: '/x_notes/team~1unit', before: 'one' },
    { pointer: '/own', after: [1] },
  ]);
  expect(diffJson(undefined, 1)).toEqual([{ pointer: '', after: 1 }]);
});

// Few names, so that the sides meet; as text and back, because JSON knows no minus zero.
const name = fc.constantFrom('a', 'b', 'c', '/', '~', '__proto__');
const { json } = fc.letrec<{ json: JsonValue; leaf: JsonValue }>((tie) => ({
  leaf: fc.constantFrom<JsonValue>(null, true, 0, 1, '', 'x', [], [1]),
  json: fc.oneof({ depthSize: 'small' }, tie('leaf'), fc.dictionary(name, tie('json'), { maxKeys: 4 })),
}));
const document = json.map((value) => JSON.parse(JSON.stringify(value)) as JsonValue);

const swapped = (result: MergeResult): unknown =>
  'merged' in result
    ? result
    : {
        conflicts: result.conflicts
          .map(({ mine, theirs, ...rest }) => ({ ...rest, mine: theirs, theirs: mine }))
          .toSorted((one, other) => (one.pointer < other.pointer ? -1 : 1)),
      };
const ordered = (result: MergeResult): unknown =>
  'merged' in result
    ? result
    : {
        conflicts: result.conflicts
          .map(({ mine, theirs, ...rest }) => ({ ...rest, mine, theirs }))
          .toSorted((one, other) => (one.pointer < other.pointer ? -1 : 1)),
      };
const runs = { numRuns: 1_000 };

describe('for any documents', () => {
  property([document], runs)('nothing changed: the merge is the document', (base) =>
    isDeepStrictEqual(mergeThreeWay(base, base, base), { merged: base }),
  );

  property([document, document], runs)(
    'one side alone changed: that side wins, whatever it is',
    (base, edited) => {
      expect(isDeepStrictEqual(mergeThreeWay(base, edited, base), { merged: edited })).toBe(true);
      expect(isDeepStrictEqual(mergeThreeWay(base, base, edited), { merged: edited })).toBe(true);
      expect(isDeepStrictEqual(mergeThreeWay(base, edited, edited), { merged: edited })).toBe(true);
    },
  );

  property([document, document, document], runs)(
    'it does not matter who is mine and who is theirs',
    (base, mine, theirs) =>
      isDeepStrictEqual(
        ordered(mergeThreeWay(base, mine, theirs)),
        swapped(mergeThreeWay(base, theirs, mine)),
      ),
  );

  property([document, document, document], runs)(
    'a merge keeps every change of each side: what it still differs in, the other side changed',
    (base, mine, theirs) => {
      const result = mergeThreeWay(base, mine, theirs);
      if (!('merged' in result) || result.merged === undefined) return;
      const { merged } = result;
      const changedByThem = diffJson(base, theirs).map(({ pointer }) => pointer);
      for (const { pointer } of diffJson(mine, merged))
        expect(changedByThem.some((other) => pointer.startsWith(other) || other.startsWith(pointer))).toBe(
          true,
        );
    },
  );

  property([document, document, document], runs)(
    'choosing mine everywhere leaves no conflict',
    (base, mine, theirs) => {
      const result = mergeThreeWay(base, mine, theirs);
      if ('merged' in result) return;
      const choices = new Map(result.conflicts.map(({ pointer }) => [pointer, 'mine' as const]));
      expect(mergeThreeWay(base, mine, theirs, choices)).toHaveProperty('merged');
    },
  );

  property([document, document], runs)('a difference is empty exactly for equal documents', (one, other) => {
    expect(diffJson(one, other).length === 0).toBe(isDeepStrictEqual(one, other));
    expect(jsonEqual(one, other)).toBe(isDeepStrictEqual(one, other));
  });
});
