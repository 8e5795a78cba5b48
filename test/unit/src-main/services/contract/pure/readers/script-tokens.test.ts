import { describe, expect, test } from 'vitest';
import { scriptTokens } from '#main/services/contract/pure/readers/script-tokens.ts';
import type { TokenLanguage } from '#main/services/contract/pure/readers/tokenizer.ts';

/** The patterns and the divisions of a script, in their order. */
function slashes(text: string, language: TokenLanguage = 'javascript'): readonly string[] {
  return scriptTokens(text, 'a.js', language)
    .filter(({ kind, source }) => kind === 'pattern' || source === '/')
    .map(({ source }) => source);
}

const pattern = ['/b/g'];
const division = ['/', '/'];

describe('a slash in JavaScript', () => {
  test.each([
    '',
    'x =',
    'x == ',
    'x !== ',
    'x = !',
    'x = ~',
    'f(',
    'f(a, ',
    'x = [',
    'x = [...',
    'x = {a: ',
    'x; ',
    '{ ',
    'x = () => ',
    'x = a && ',
    'x = a || ',
    'x = a ? ',
    'x = a ? b : ',
    'x = a + ',
    'x = a - ',
    'x = a * ',
    'x = a % ',
    'x = a < ',
    'x = a > ',
    'x = a & ',
    'x = a | ',
    'return ',
    'x = typeof ',
    'case ',
    'x = a in ',
    'for (a of ',
    'void ',
    'delete ',
    'throw ',
    'x = new ',
    'if (a) b; else ',
    'do ',
    'await ',
    'yield ',
    'assert ',
    'if (a) ',
    'while (f(a)) ',
    'for (;;) ',
    'with (a) ',
    '/* note */ ',
    'x // note\n= ',
  ])('begins a pattern behind “%s”', (before) => {
    expect(slashes(closed(`${before}/b/g`))).toEqual(pattern);
  });

  test.each([
    'x = a ',
    'x = a_1 ',
    'x = $ ',
    'x = 7 ',
    'x = 1.5 ',
    "x = 'a' ",
    'x = "a" ',
    'x = `a` ',
    'x = (a) ',
    'x = f(a) ',
    'x = (if_(a)) ',
    'x = a.with(b) ',
    'x = a[0] ',
    'x = {} ',
    'x = a++ ',
    'x = a-- ',
    'if (a) f(a) ',
    'x = returned ',
    'x = this ',
    'x = a /* note */ ',
    'x = a // note\n',
  ])('divides behind “%s”', (before) => {
    expect(slashes(`${before}/b/g`)).toEqual(division);
  });

  test('divides behind a pattern', () => {
    expect(slashes('x = /a/ /b/ c')).toEqual(['/a/', '/', '/']);
  });

  test.each([
    ['x = /a\\/b/.test(y)', ['/a\\/b/']],
    ['x = /[/]/u', ['/[/]/u']],
    ['x = /[\\]/]/', ['/[\\]/]/']],
    ["x = /'/; y = '/'", ["/'/"]],
    ['x = /a(?:b|c)*/dgimsuvy', ['/a(?:b|c)*/dgimsuvy']],
    // A pattern ends in its line: what does not is none.
    ['x = /a\ny = 1', ['/']],
    ['x = a / b; y = c / d', ['/', '/']],
    ['f(a / b, /c/)', ['/', '/c/']],
    ['`${a / b} ${/c/.exec(d)}`', []],
  ])('%s', (text, found) => {
    expect(slashes(text)).toEqual(found);
  });
});

describe('a slash in Groovy', () => {
  test.each(['x =', 'f(', 'f(a, ', 'x =~', 'x = [', 'x = [a: ', 'return ', 'assert '])(
    'begins a text without quotes behind “%s”',
    (before) => {
      expect(slashes(closed(`${before}/b/g`), 'groovy')).toEqual(pattern);
    },
  );

  test.each(['', 'x = a ', 'x = 7 ', "x = 'a' ", 'x = (a) ', 'x = a[0] ', 'x = a++ ', 'x = a + ', 'if (a) '])(
    'divides behind “%s”',
    (before) => {
      expect(slashes(`${before}/b/g`, 'groovy')).toEqual(division);
    },
  );
});

/** Closes what is open. */
function closed(text: string): string {
  const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
  const open: string[] = [];
  for (const unit of text) {
    const closer = closers[unit];
    if (closer !== undefined) open.push(closer);
    else if (unit === open.at(-1)) open.pop();
  }
  return text + open.toReversed().join('');
}
