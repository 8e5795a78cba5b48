import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileExpression, completionsAt, requestTree } from '#shared/expressions/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { scope } from './scope.ts';

const maxMillis = 5_000;
const pieces = [
  '${',
  '#{',
  '\\${',
  '}',
  '(',
  ')',
  '[',
  ']',
  '.',
  ',',
  '?',
  ':',
  '+',
  '-',
  '*',
  '/',
  '%',
  '!',
  '<',
  '<=',
  '==',
  '&&',
  '||',
  'request',
  'contexts',
  '.uri',
  '.path',
  "['a']",
  'find',
  'split(',
  'matches(',
  'empty ',
  ' and ',
  ' div ',
  'null',
  'true',
  '1',
  '0',
  '1e9',
  "'",
  '"',
  "'(a*)*b'",
  "'x'",
  '\\',
  ' ',
  '\n',
  'é',
  '\u{1F600}',
  '\uD800',
  '__proto__',
  'constructor',
];
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => `\${${parts.join('')}`);

describe('whatever the text', () => {
  test.each([
    ['characters', fc.string({ unit: 'binary', maxLength: 200 })],
    ['pieces of the language', soup],
  ])('of %s, it neither throws nor hangs, and every place lies in it', (_, texts) => {
    fc.assert(
      fc.property(texts, (source) => {
        const began = cpuMillis();
        const { expression, problems } = compileExpression(source, { kind: 'runtime', tree: requestTree });
        expect(expression === null).toBe(problems.length > 0);
        for (const { offset, length } of problems) {
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset + length).toBeLessThanOrEqual(source.length);
        }
        const first = expression?.evaluate(scope);
        expect(expression?.evaluate(scope)).toEqual(first);
        completionsAt(source, Math.floor(source.length / 2), requestTree);
        expect(cpuMillis() - began).toBeLessThan(maxMillis);
      }),
      { numRuns: 3_000 },
    );
  });
});
