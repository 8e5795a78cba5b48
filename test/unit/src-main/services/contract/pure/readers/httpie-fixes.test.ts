import { describe, expect, test } from 'vitest';
import type { FactChange } from '#shared/contract/index.ts';
import { edited, requestIn, stretchOf } from './scripts.ts';

const env = 'https://api.platform.example/v1/environments/e1';
const body = (...path: (string | number)[]) => ({ part: 'body', path }) as const;
const form = (name: string) => ({ part: 'form', name }) as const;

/** A command with a change of its request made. */
function changed(text: string, ...changes: readonly FactChange[]): string | null {
  const next = edited(text, requestIn(text, 'shell'), ...changes);
  if (next !== null) requestIn(next, 'shell');
  return next;
}

describe('a change in the body of an HTTPie line', () => {
  test.each<[string, FactChange, string, string]>([
    [
      'another text',
      { kind: 'set', of: body('protocol'), value: 'OPENID_CONNECT' },
      'protocol=NONE',
      'protocol=OPENID_CONNECT',
    ],
    [
      'another text in quotes',
      { kind: 'set', of: body('protocol'), value: "it's" },
      `protocol='NONE'`,
      String.raw`protocol='it'\''s'`,
    ],
    [
      'a quoted word',
      { kind: 'replace', of: body('protocol'), from: 'NONE', to: 'SAML' },
      '"protocol=NONE"',
      '"protocol=SAML"',
    ],
    ['a text that becomes a number', { kind: 'set', of: body('min'), value: 8 }, 'min=6', 'min:=8'],
    ['a text that becomes true', { kind: 'set', of: body('on'), value: true }, `'on=true'`, `'on:=true'`],
    ['another number', { kind: 'set', of: body('min'), value: 8 }, 'min:=6', 'min:=8'],
    [
      'a value in JSON',
      { kind: 'set', of: body('length', 'min'), value: 8 },
      `length:='{"min": 6, "max": 20}'`,
      `length:='{"min": 8, "max": 20}'`,
    ],
    [
      'a name in JSON',
      { kind: 'rename', of: body('a', 'ip_range'), name: 'ipRange' },
      `a:='{"ip_range": []}'`,
      `a:='{"ipRange": []}'`,
    ],
    [
      'a value below',
      { kind: 'set', of: body('length', 'min'), value: 8 },
      'length[min]:=6 length[max]:=20',
      'length[min]:=8 length[max]:=20',
    ],
    [
      'an item of a list',
      { kind: 'replace', of: body('tags', 1), from: 'b', to: 'c' },
      'tags[]=a tags[]=b',
      'tags[]=a tags[]=c',
    ],
    [
      'a name',
      { kind: 'rename', of: body('defaultLanguage'), name: 'default-language' },
      'defaultLanguage=en',
      'default-language=en',
    ],
    [
      'the name of an object',
      { kind: 'rename', of: body('length'), name: 'size' },
      'length[min]:=6 length[max]:=20',
      'size[min]:=6 size[max]:=20',
    ],
    ['a word less', { kind: 'remove', of: body('protocol') }, `a=1 'protocol=NONE' b=2`, 'a=1 b=2'],
    ['a word less over two lines', { kind: 'remove', of: body('b') }, 'a=1 \\\n  b=2 X-A:b', 'a=1 X-A:b'],
    ['an object less', { kind: 'remove', of: body('o') }, 'a=1 o[x]=1 o[y]=2', 'a=1'],
    ['a word more', { kind: 'set', of: body('type'), value: 'SINGLE PAGE' }, 'a=1', `a=1 'type=SINGLE PAGE'`],
    ['a word more below', { kind: 'set', of: body('o', 'on'), value: false }, 'a=1', 'a=1 o[on]:=false'],
  ])('%s', (_name, change, before, after) => {
    const command = (fields: string) => `http PUT ${env}/applications/a1 ${fields} Accept:text/plain\n`;
    expect(changed(command(before), change)).toBe(command(after));
  });

  test('a field of a form', () => {
    const text =
      'http -f POST https://auth.platform.example/e1/as/token grant_type=client_credentials scope="p1:read:env:x a"';
    const request = requestIn(text, 'shell');
    expect(stretchOf(text, request, form('scope'))).toBe('p1:read:env:x a');
    const of = form('scope');
    expect(changed(text, { kind: 'replace', of, from: 'p1:read:env:x', to: 'p1:read:x' })).toBe(
      text.replace('p1:read:env:x', 'p1:read:x'),
    );
    expect(changed(text, { kind: 'remove', of })).toBe(text.replace(' scope="p1:read:env:x a"', ''));
  });

  test.each<[string, FactChange]>([
    ['a=$VALUE', { kind: 'set', of: body('a'), value: 'x' }],
    ['a=@file.txt', { kind: 'set', of: body('a'), value: 'x' }],
    ['a=1', { kind: 'remove', of: body('a') }],
    ['a=1', { kind: 'remove', of: body('none') }],
    ['a=1', { kind: 'rename', of: body('none'), name: 'x' }],
    ['a=1', { kind: 'set', of: body('list', 0), value: 'x' }],
  ])('that cannot be made exactly is not made: %s', (fields, change) => {
    expect(changed(`http PUT ${env}/users/u1 ${fields}`, change)).toBeNull();
  });

  test('places in JSON that a field holds are told', () => {
    const text = `http PUT ${env}/users/u1 length:='{"min": 6}' tags[]=a tags[]=b`;
    const request = requestIn(text, 'shell');
    expect(stretchOf(text, request, body('length', 'min'))).toBe('6');
    expect(stretchOf(text, request, body('tags', 1))).toBe('b');
  });
});

test('a change in the body of a wget line is made in its quotes', () => {
  const text = `wget --method=PUT --body-data='{"protocol": "NONE"}' ${env}/applications/a1`;
  expect(changed(text, { kind: 'set', of: body('protocol'), value: 'SAML' })).toBe(
    text.replace('NONE', 'SAML'),
  );
  const sent = `wget --post-data "scope=p1:read:env:x&a=1" https://auth.platform.example/e1/as/token`;
  expect(changed(sent, { kind: 'replace', of: form('scope'), from: ':env', to: '' })).toBe(
    sent.replace(':env', ''),
  );
});
