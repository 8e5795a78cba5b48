import { describe, expect, test } from 'vitest';
import { readScript, type ScriptLanguage } from '#main/services/contract/pure/index.ts';
import { contractHosts, lintFacts } from '#test/support/contract.ts';

const scope = '"p1:read:env:user"';

/** How many scopes of a script are found. */
function found(language: ScriptLanguage, text: string): number {
  const { facts } = readScript(text, { file: 'a', language, hosts: contractHosts });
  return lintFacts(facts).filter(({ rule }) => rule.id === 'CC-007').length;
}

describe('what stands in a comment of a script is no use', () => {
  test.each<readonly [ScriptLanguage, string, string, number]>([
    ['javascript', 'a media type that looks as one begins', `h = { accept: '*/*' };\nx = ${scope};`, 1],
    ['javascript', 'an address before it', `u = "https://a.example/"; x = ${scope};`, 1],
    ['javascript', 'a line', `a();//${scope}\nb(); // ${scope}`, 0],
    ['javascript', 'a block', `/* it's\n${scope}\n*/ x = ${scope};`, 1],
    ['javascript', 'a quote with an escape', `x = 'a\\'//'; y = ${scope};`, 1],
    ['groovy', 'a text of several lines', `t = """\n// a ${scope} b\n"""\n// ${scope}`, 1],
    ['shell', 'an option that begins with two dashes', `run --scope ${scope}\n# it's ${scope}`, 1],
    ['shell', 'a quote within quotes', `echo "it's" '\\' \\' ${scope} # ${scope}`, 1],
    ['shell', 'a fragment', `run https://a.example/#x ${scope}`, 1],
    ['http', 'a line of a request file', `### a\n# ${scope}\n// ${scope}\nGET /a\nx: ${scope}`, 1],
  ])('%s: %s', (language, _, text, count) => {
    expect(found(language, text)).toBe(count);
  });
});
