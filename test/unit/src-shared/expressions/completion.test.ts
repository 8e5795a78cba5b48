import { describe, expect, test } from 'vitest';
import { completionsAt, requestTree } from '#shared/expressions/index.ts';

/** Completions at the bar in a text. */
function at(text: string): readonly string[] {
  const offset = text.indexOf('|');
  return completionsAt(text.replace('|', ''), offset, requestTree).map(({ label }) => label);
}

describe('completion', () => {
  test('offers roots and functions at the start', () => {
    expect(at('${|')).toEqual(expect.arrayContaining(['request', 'contexts', 'env', 'find(text, pattern)']));
    expect(at('${find(|')).toContain('request');
  });

  test.each([
    ['${req|', ['request']],
    ['${contexts.cl|', ['client']],
    ['${contexts.client.remoteA|', ['remoteAddress']],
    ["${contexts['client'].remoteA|", ['remoteAddress']],
    ['${request.cookies.x[0].|', ['name', 'value']],
    ['a ${1} b ${request.uri.sch|} c', ['scheme']],
  ])('%s', (text, labels) => {
    expect(at(text)).toEqual(labels);
  });

  test('takes the place of what is written already', () => {
    expect(completionsAt('${contexts.oau', 14, requestTree)).toEqual([
      { label: 'oauth2', detail: expect.any(String), insert: 'oauth2', replaceLength: 3, kind: 'member' },
    ]);
  });

  test.each(['req|', '${1} req|', "${find('re|", '\\${req|', '${f(1).re|'])(
    'offers nothing at %s',
    (text) => {
      expect(at(text)).toEqual([]);
    },
  );
});
