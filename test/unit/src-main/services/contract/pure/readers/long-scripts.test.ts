import { expect, test } from 'vitest';
import { createHostMatcher, readScript, suppressionsIn } from '#main/services/contract/pure/index.ts';
import { cpuMillis } from '#test/support/cpu.ts';

const hosts = createHostMatcher({ platform: [], authorization: [] });

test.each([
  ['a command with very many words', 'curl '.repeat(20_000)],
  ['very many lines that go on', 'curl \\\n'.repeat(20_000)],
  ['very many quotations', "curl 'a\\'".repeat(10_000)],
])('%s is read in no time', (_name, text) => {
  const begun = cpuMillis();
  try {
    readScript(text, { file: 'long.sh', language: 'shell', hosts });
  } catch (error) {
    expect(error).toMatchObject({ code: 'contract.unreadable' });
  }
  expect(cpuMillis() - begun).toBeLessThan(2_000);
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
