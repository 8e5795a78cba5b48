import { describe, expect, test } from 'vitest';
import { shellCommands } from '#main/services/contract/pure/readers/curl-words.ts';

function word(written: string): string | undefined {
  return shellCommands(`curl ${written}`, 'a.sh')[0]?.words[1]?.text;
}

// Each as Bash 5.2 prints it: printf %s $'…'
describe('in $’…’', () => {
  test.each<[written: string, says: string]>([
    ['\\a', '\u0007'],
    ['\\b', '\b'],
    ['\\e', '\u001b'],
    ['\\E', '\u001b'],
    ['\\f', '\f'],
    ['\\n', '\n'],
    ['\\r', '\r'],
    ['\\t', '\t'],
    ['\\v', '\v'],
    ['\\\\', '\\'],
    ["\\'", "'"],
    ['\\"', '"'],
    ['\\?', '?'],
    ['\\x9', '\t'],
    ['\\x9g', '\tg'],
    ['\\x41', 'A'],
    ['\\x4a', 'J'],
    ['\\x4A', 'J'],
    ['\\x414', 'A4'],
    ['\\u41', 'A'],
    ['\\u20ac', '€'],
    ['\\u20AC1', '€1'],
    ['\\U41', 'A'],
    ['\\U1F600', '😀'],
    ['\\U0001F6001', '😀1'],
    ['\\7', '\u0007'],
    ['\\11', '\t'],
    ['\\101', 'A'],
    ['\\1012', 'A2'],
    ['\\401', '\u0001'],
    ['\\cA', '\u0001'],
    ['\\ca', '\u0001'],
    ['\\c[', '\u001b'],
    ['\\c1', '\u0011'],
    ['\\c?', '\u007f'],
    ['\\c\\\\', '\u001c'],
  ])('%s is one sign', (written, says) => {
    expect(word(`$'${written}'`)).toBe(says);
    expect(word(`$'<${written}>'`)).toBe(`<${says}>`);
  });

  test.each(['\\z', '\\/', '\\8', '\\x', '\\xg', '\\u', '\\U', '\\c'])('%s stands for itself', (written) => {
    expect(word(`$'${written}'`)).toBe(written);
  });

  test('what is beyond all characters is a sign that says so', () => {
    expect(word("$'\\U110000'")).toBe('\ufffd');
    expect(word("$'\\U10ffff'")).toBe('\u{10ffff}');
  });

  test('a backslash at the end of the script does not end the quotation', () => {
    expect(() => shellCommands("curl $'a\\", 'a.sh')).toThrow(
      expect.objectContaining({ code: 'contract.unreadable' }),
    );
  });
});
