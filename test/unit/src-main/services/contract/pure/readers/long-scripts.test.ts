import { expect, test } from 'vitest';
import { createHostMatcher, readScript, suppressionsIn } from '#main/services/contract/pure/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';
import { doFixedWork } from '../../../../../../../scripts/support/fixed-work.ts';

const hosts = createHostMatcher({ platform: [], authorization: [] });

test.each([
  ['a command with very many words', 'curl '.repeat(20_000)],
  ['very many lines that go on', 'curl \\\n'.repeat(20_000)],
  ['very many quotations', "curl 'a\\'".repeat(10_000)],
  ['branches within each other', `${'P=a\nif b; then curl "$P"; '.repeat(5_000)}${'fi; '.repeat(5_000)}`],
  ['loops within each other', `${'P=a\nfor x in b; do curl "$P"; '.repeat(5_000)}${'done; '.repeat(5_000)}`],
  ['loops behind each other', 'for x in b; do P=a; curl "$P"; done\n'.repeat(10_000)],
  [
    'loops, and very many variables',
    `${Array.from({ length: 10_000 }, (_, n) => `P${n}=a\nfor x in b; do c; done`).join('\n')}\n`,
  ],
  ['functions that name what is set elsewhere', 'P=a\nf() { curl "$P"; }\n'.repeat(10_000)],
  ['parameters within each other', `curl "${'${a:-'.repeat(10_000)}${'}'.repeat(10_000)}"`],
  ['lists that do not end', 'P=(a '.repeat(10_000)],
])('%s is read in no time', (_name, text) => {
  const begun = cpuMillis();
  try {
    readScript(text, { file: 'long.sh', language: 'shell', hosts });
  } catch (error) {
    expect(error).toMatchObject({ code: 'contract.unreadable' });
  }
  expect(cpuMillis() - begun).toBeLessThan(2_000);
});

/** 4 s on a machine that does the fixed work in 190 ms. */
const maxTimesFixedWork = 21;

const send = "axios.post('https://a.example/b', body);\n";
const sendPython = 'requests.post("https://a.example/b", json=body)\n';

test.each([
  [
    'a variable that is set and sent again and again',
    'javascript',
    `body = { a: 1 };\n${send}`.repeat(4_000),
  ],
  ['a variable that is changed and sent again and again', 'javascript', `${send}body.a = 1;\n`.repeat(4_000)],
  ['very many functions', 'javascript', `function f(body) { body.a = 1; ${send} }\n`.repeat(4_000)],
  ['very many calls', 'javascript', `function f(a) { a.b = 1; f(a); }\n${'f(a);\n'.repeat(20_000)}`],
  ['functions within each other', 'javascript', `${'a => { a = 1; '.repeat(4_000)}${'}'.repeat(4_000)}`],
  ['arrows behind each other', 'javascript', `x = ${'a => '.repeat(20_000)}1`],
  ['tests behind each other', 'javascript', `${'if (a) '.repeat(20_000)}b()`],
  ['braces within braces', 'javascript', `${'{ a = 1; '.repeat(10_000)}${'}'.repeat(10_000)}`],
  ['very many cases', 'javascript', `switch (a) { ${'case 1: b(); '.repeat(10_000)} }`],
  [
    'names of names',
    'javascript',
    Array.from({ length: 4_000 }, (_, n) => `const a${n + 1} = a${n};`).join('\n'),
  ],
  ['closures within each other', 'groovy', `${'a { b -> '.repeat(4_000)}${'}'.repeat(4_000)}`],
  [
    'a variable that is set and sent again and again',
    'python',
    `body = {"a": 1}\n${sendPython}`.repeat(4_000),
  ],
  ['a variable that is changed and sent again', 'python', `${sendPython}body["a"] = 1\n`.repeat(4_000)],
  ['lambdas behind each other', 'python', `x = ${'lambda a: '.repeat(4_000)}1`],
  ['very many loops', 'python', 'for body in all:\n    body["a"] = 1\n'.repeat(8_000)],
  ['elements within brackets', 'python', `x = [${'[a for a in b], '.repeat(8_000)}]`],
  ['many elements in one pair of brackets', 'python', `x = [${'a for a in b '.repeat(8_000)}]`],
] as const)('%s is read in no time: %s', (_name, language, text) => {
  const begun = cpuMillis();
  try {
    readScript(text, { file: 'long.js', language, hosts });
  } catch (error) {
    expect(error).toMatchObject({ code: 'contract.unreadable' });
  }
  const taken = cpuMillis() - begun;
  // A slow machine, or one that others load, takes longer for everything. The bound is one of growth: the fixed work is
  // done in the same moment.
  if (taken > 4_000) expect(taken / doFixedWork()).toBeLessThan(maxTimesFixedWork);
});

test('very many comments that tell rules to be silent are read in no time', () => {
  const begun = cpuMillis();
  expect(suppressionsIn('// contract-ignore CC-001 x\n'.repeat(40_000))).toHaveLength(10_000);
  expect(cpuMillis() - begun).toBeLessThan(2_000);
});

test('a day that is none does not silence a rule for ever', () => {
  expect(suppressionsIn('GET /x # contract-ignore CC-001 until 2027-13-45 soon')).toEqual([]);
  expect(suppressionsIn('GET /x # contract-ignore CC-001 until 2027-12-31 soon')).toMatchObject([
    { rule: 'CC-001', line: 1, until: '2027-12-31', reason: 'soon' },
  ]);
});
