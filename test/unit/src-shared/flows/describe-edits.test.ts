import { describe, expect, test } from 'vitest';
import {
  describeEdits,
  editRequest,
  formRequest,
  type RequestEdit,
  requestEditSchema,
  summariseEdits,
} from '#shared/flows/index.ts';

const token = formRequest(
  'http://as.example/token?tenant=1',
  [
    ['grant_type', 'authorization_code'],
    ['code', '{{code}}'],
    ['code_verifier', '{{code_verifier}}'],
  ],
  [],
);
const after = (...edits: readonly unknown[]) =>
  editRequest(
    token,
    edits.map((edit): RequestEdit => requestEditSchema.parse(edit)),
  );
const said = (...edits: readonly unknown[]) => summariseEdits(describeEdits(token, after(...edits)));

describe('what was edited, in a few words', () => {
  test.each([
    ['nothing', [], ''],
    ['a value', [{ op: 'set', place: 'form.code', value: 'x' }], 'code edited'],
    ['a parameter that is gone', [{ op: 'remove', place: 'form.code_verifier' }], 'code_verifier left out'],
    ['a new one', [{ op: 'add', place: 'form.scope', value: 'x' }], 'scope added'],
    ['one that stands twice', [{ op: 'duplicate', place: 'form.code' }], 'code repeated'],
    ['another order', [{ op: 'move', place: 'form.code', to: 0 }], 'order moved'],
    [
      'the bytes of a value',
      [{ op: 'set', place: 'form.code', value: '{{code}}', encoding: 'raw' }],
      'code encoded raw',
    ],
    ['a header', [{ op: 'set', place: 'header.Host', value: 'evil' }], 'Host edited'],
    ['the request line', [{ op: 'set', place: 'method', value: 'PUT' }], 'method edited'],
    ['the body', [{ op: 'set', place: 'body', value: 'x' }], 'body edited'],
    ['all bytes', [{ op: 'set', place: 'raw', value: 'x' }], 'bytes edited'],
    [
      'much',
      [
        { op: 'set', place: 'form.code', value: 'x' },
        { op: 'remove', place: 'form.code_verifier' },
        { op: 'remove', place: 'header.Host' },
      ],
      'Host left out and 2 more',
    ],
  ])('%s', (_name, edits, words) => {
    expect(said(...edits)).toBe(words);
  });

  test('the second of two values is seen too', () => {
    const twice = after({ op: 'duplicate', place: 'form.code' });
    const edited = editRequest(twice, []);
    const fields = edited.body.kind === 'form' ? edited.body.fields : [];
    const other = {
      ...edited,
      body: {
        kind: 'form' as const,
        fields: fields.map((field, index) => (index === 2 ? { ...field, value: 'other' } : field)),
      },
    };
    expect(describeEdits(twice, other)).toEqual([{ place: 'form', name: 'code', kind: 'edited' }]);
  });

  test('a field that is switched off is left out; one that is switched on is added', () => {
    const off = {
      ...token,
      headers: token.headers.map((field) => ({ ...field, isOmitted: field.name === 'Host' })),
    };
    expect(describeEdits(token, off)).toEqual([{ place: 'header', name: 'Host', kind: 'left out' }]);
    expect(describeEdits(off, token)).toEqual([{ place: 'header', name: 'Host', kind: 'added' }]);
  });
});
