import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, maxSearchSteps, PatternRefusal } from '#shared/expressions/pattern/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { property } from '#test/support/property.ts';

/** Regular expressions of all that is supported, whose repeats repeat something. */
const { pattern } = fc.letrec<{ pattern: string; atom: string; sequence: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '\\d', '\\w', '\\.', '[a-c1]', '1'),
    tie('pattern').map((inner) => `(?:${inner})`),
  ),
  sequence: fc
    .array(
      fc
        .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,2}', '*?', '+?', '??'))
        .map(([atom, repeat]) => `${atom}${repeat}`),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => parts.join('')),
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|')),
}));
const maxLength = 60;
const anchored = fc
  .tuple(fc.constantFrom('', '^', '\\b'), pattern, fc.constantFrom('', '$'))
  .map((parts) => parts.join(''))
  .filter((source) => source.length <= maxLength);
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '.', ' '), maxLength: 12 });

/** The longest search by the platform's engine; null beyond it: it goes back and forth. */
const platformMillis = 200;
const asked = createContext({ source: '', subject: '' });
const ask = new Script(
  '[new RegExp(source).test(subject), new RegExp(`^(?:${source})$`).test(subject)].join()',
);
function platformFinds(source: string, subject: string): string | null {
  Object.assign(asked, { source, subject });
  try {
    return String(ask.runInContext(asked, { timeout: platformMillis }));
  } catch (error) {
    // It comes from the other context, whose errors are others.
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

describe('regular expressions', () => {
  test('the engine of the platform is asked for a moment only', () => {
    expect(platformFinds('a+', 'ba')).toBe('true,false');
    expect(platformFinds('(?:a+)+$', `${'a'.repeat(40)}b`)).toBeNull();
  });

  property([anchored, text], { numRuns: 3_000 })(
    'find what the engine of the platform finds',
    (source, subject) => {
      const own = compilePattern(source);
      const expected = platformFinds(source, subject);
      fc.pre(expected !== null);
      expect([own.isFoundIn(subject), own.matchesWhole(subject)].join()).toBe(expected);
    },
  );

  test.each([
    ['(a+)(b+)?', 'xaac', ['aa', 'aa', null]],
    ['(\\w+)@(\\w+)', 'to ann@example', ['ann@example', 'ann', 'example']],
    ['a|ab', 'ab', ['a']],
    ['(?:a|ab)(c|bcd)', 'abcd', ['abcd', 'bcd']],
    ['a*?b', 'aab', ['aab']],
    ['<(.+?)>', '<a><b>', ['<a>', 'a']],
    ['<(.+)>', '<a><b>', ['<a><b>', 'a><b']],
    ['(?<year>\\d{4})', 'in 2026', ['2026', '2026']],
    ['(?i)HeLLo', 'hello', ['hello']],
    ['(?i)[a-c]+', 'ABC', ['ABC']],
    ['(?s)a.b', 'a\nb', ['a\nb']],
    ['\\x41\\u0042', 'AB', ['AB']],
    ['[]a]+', 'a]', ['a]']],
    ['[a-]+', 'a-', ['a-']],
    ['(?i)[^k]s', 'Ks ls', ['ls']],
    ['(?i)k', '\u212a', null],
    ['^.$', '\u{1f600}', ['\u{1f600}']],
    ['\\ud83d\\ude00', '\u{1f600}', ['\u{1f600}']],
    ['[\\s\\d]+', ' \v1', [' \v1']],
    ['\\S+', '\va\t', ['a']],
    ['[\\S]+', '\va\t', ['a']],
    ['.+', 'a\u2028b', ['a']],
    ['[\\w-]+', 'a-b c', ['a-b']],
    ['\\.\\/\\"', './"', ['./"']],
    ['', 'a', ['']],
  ])('“%s” in “%s”', (source, subject, groups) => {
    expect(compilePattern(source).groupsIn(subject)).toEqual(groups);
  });

  property([text])('the leftmost match is that of the platform', (subject) => {
    for (const source of ['a+b?', 'ab|a', '[ab]+c', 'b{1,2}', '(?:ab)+', 'a.c|b'])
      expect(compilePattern(source).groupsIn(subject)?.[0] ?? null).toBe(
        new RegExp(source).exec(subject)?.[0] ?? null,
      );
  });

  test.each([
    'a**',
    '(a',
    'a)',
    '[a',
    '*a',
    'a{2,1}',
    'a{5000}',
    '(?=a)',
    '(?<!a)',
    '(?>a)',
    '\\1',
    '\\k<a>',
    '\\p{L}',
    'a++',
    '[z-a]',
    '\\',
    '[[a]]',
    'a{x}',
    '^*',
  ])('“%s” is refused with its place', (source) => {
    expect(() => compilePattern(source)).toThrow(PatternRefusal);
  });

  test('repeats that multiply are refused instead of filling the memory', () => {
    for (const source of ['((a{100}){100}){100}', '(a{1000}){1000}', '((|){500}){500}', 'a{999}b{999}c{9}'])
      expect(() => compilePattern(source), source).toThrow('too many');
    const bytes = process.memoryUsage().heapUsed;
    expect(() => compilePattern('(a{1000})'.repeat(100))).toThrow('too many');
    expect(process.memoryUsage().heapUsed - bytes).toBeLessThan(8_000_000);
  });

  test.each([
    ['ab(c', 2],
    ['ab[c', 2],
    ['ab)', 2],
    ['ab\\1', 2],
    ['a|*', 2],
    ['[z-a]', 1],
    ['ab(?=c)', 2],
    [`${'('.repeat(40)}${')'.repeat(40)}`, 32],
  ])('“%s” is refused at %i', (source, offset) => {
    expect(() => compilePattern(source)).toThrow(expect.objectContaining({ offset }));
  });

  const signs = fc.constantFrom(
    ...'ab1-^$.|?*+(){}[]\\,:<=>!isSdDwWbBAzxu'.split(''),
    '{2}',
    '(?',
    '\u{1f600}',
    'é',
  );

  property([fc.array(signs, { maxLength: 12 })], { numRuns: 5_000 })(
    'whatever is typed is read or refused with a place',
    (parts) => {
      const source = parts.join('');
      try {
        compilePattern(source);
      } catch (error) {
        expect(error).toBeInstanceOf(PatternRefusal);
      }
    },
  );

  test.each([
    ['(a+)+$', `${'a'.repeat(5_000)}b`],
    ['^(a|a)*$', `${'a'.repeat(5_000)}b`],
    ['(a|aa)+$', `${'a'.repeat(5_000)}b`],
    ['(.*)*x', 'a'.repeat(5_000)],
    ['([a-z]+)*@', 'a'.repeat(5_000)],
  ])('“%s”, which makes others go back and forth for ever, takes a moment', (source, subject) => {
    const began = cpuMillis();
    expect(compilePattern(source).isFoundIn(subject)).toBe(false);
    expect(cpuMillis() - began).toBeLessThan(10_000);
  });

  test('many groups take no more time than the bound: what would is refused', () => {
    const many = compilePattern(`(?:${'()'.repeat(490)}a)*b`);
    expect(many.isFoundIn(`${'a'.repeat(100)}b`)).toBe(true);
    expect(() => many.isFoundIn('a'.repeat(1_000))).toThrow('too long');
    expect(() => many.split(`${'a'.repeat(90)}b`.repeat(3))).toThrow('too long');
    // A few groups cost next to nothing.
    expect(compilePattern('^/(\\w+)/(\\w+)/(.*)$').matchesWhole(`/a/b/${'c'.repeat(50_000)}`)).toBe(true);
  });

  test.each([
    ['^/home', '/home/x', true],
    ['^/home$', '/home/x', false],
    ['x$', '/home/x', true],
    ['home', '/home/x', true],
    ['^$', '', true],
  ])('plain text needs no machine: %s', (source, subject, isFound) => {
    expect(compilePattern(source).isFoundIn(subject)).toBe(isFound);
  });

  test('split at every match', () => {
    expect(compilePattern('\\s*,\\s*').split('a , b,c')).toEqual(['a', 'b', 'c']);
    expect(compilePattern('x*').split('ab')).toEqual(['a', 'b']);
    expect(compilePattern('^a').split('aab')).toEqual(['', 'ab']);
    expect(compilePattern(',').split('a,,b,,')).toEqual(['a', '', 'b']);
  });
});

describe('a search in a long text', () => {
  test('is done in pages of half a megabyte', () => {
    const page = `${'<p>text</p>'.repeat(50_000)}<input name="csrf" value="abc">`;
    expect(compilePattern('name="csrf" value="([^"]+)"').groupsWithin(page, maxSearchSteps)?.[1]).toBe('abc');
  });

  test('is not begun where it could take more steps', () => {
    expect(() => compilePattern('(?:a+)+$').groupsWithin('a'.repeat(100_000), 50_000)).toThrow(/too long/);
  });
});
