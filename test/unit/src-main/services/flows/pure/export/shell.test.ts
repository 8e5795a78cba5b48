import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { functionsFor } from '#main/services/flows/pure/export/shell-functions.ts';
import { formEncode } from '#shared/oauth/index.ts';
import { shellComment, shellWord, shellWrite } from '#shared/shell/shell-word.ts';

const isWindows = process.platform === 'win32';

/** Runs a script and returns its output, one character a byte. */
function run(script: string): string {
  const { stdout, stderr, status } = spawnSync('sh', ['-eu', '-c', script], { timeout: 120_000 });
  if (status !== 0) throw new Error(`${status}: ${stderr.toString()}`);
  return stdout.toString('latin1');
}

const anyBytes = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('latin1'));
const anyText = fc.string({ unit: 'grapheme-composite', maxLength: 20 });

describe('text for a shell', () => {
  beforeEach(({ skip }) => skip(isWindows, 'there is no POSIX shell on Windows'));

  test('whatever bytes a body has, the shell writes exactly those', () => {
    const samples = fc.sample(anyBytes, 300);
    const script = samples.map((bytes) => `${shellWrite([{ bytes }])}; printf '|%s|' END`).join('\n');
    expect(run(script)).toBe(samples.map((bytes) => `${bytes}|END|`).join(''));
  });

  test('whatever a word holds besides NUL and line breaks, it is one word and the same', () => {
    const samples = fc.sample(anyBytes, 300).map((bytes) => bytes.replace(/[\0\r\n]/g, ''));
    const words = samples.map((bytes) => shellWord([{ bytes }, { expression: '$own' }])).join(' ');
    const script = `own='a  *b'; printf '%s|' ${words}`;
    expect(run(script)).toBe(samples.map((bytes) => `${bytes}a  *b|`).join(''));
  });

  test('no comment goes on in the next line', () => {
    const samples = fc.sample(anyText, 300).map((text) => shellComment(`${text}\nexit 1\r\u2028exit 2`));
    expect(run(`${samples.join('\n')}\nprintf done`)).toBe('done');
  });

  test('a form is encoded and decoded as everywhere else', () => {
    const samples = fc.sample(anyText, 25).map((text) => text.toWellFormed().replaceAll('\0', ''));
    const functions = functionsFor('form_encode form_decode');
    const quoted = samples.map((text) => `'${text.replaceAll("'", `'\\''`)}'`);
    const encoded = run(`${functions}\n${quoted.map((text) => `form_encode ${text}; echo`).join('\n')}`);
    expect(encoded.split('\n').slice(0, -1)).toEqual(samples.map(formEncode));
    const decoded = run(
      `${functions}\n${samples.map((text) => `form_decode '${formEncode(text)}'; printf '\\000'`).join('\n')}`,
    );
    expect(decoded.split('\0').slice(0, -1)).toEqual(
      samples.map((text) => Buffer.from(text).toString('latin1')),
    );
  });

  test('a challenge is the one of RFC 7636 Appendix B', () => {
    const script = `${functionsFor('s256')}\ns256 dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`;
    expect(run(script)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM');
  });

  test.each([
    ['access_token', 'one', '{"access_token":"one","expires_in":7200}'],
    ['expires_in', '7200', '{ "expires_in" : 7200 ,\r\n "active":true}'],
    ['active', 'true', '{"active":true}'],
    ['access_token', '', '{"other":"x"}'],
    ['access_token', '', 'no JSON'],
  ])('the member %s is “%s”', (name, value, json) => {
    const script = `${functionsFor('json_member')}\nfile=$(mktemp); printf %s '${json}' >"$file"; json_member ${name} "$file"; rm "$file"`;
    expect(run(script).trim()).toBe(value);
  });

  test('of an address it reads query and fragment, of a head its headers, of a page its hidden inputs', () => {
    const script = `${functionsFor('address_value header_value hidden_input last_status')}
address_value code 'https://client.example/cb?state=s&code=a%2Bb+c'; echo
address_value access_token 'https://client.example/cb#x=1&access_token=t'; echo
file=$(mktemp)
printf 'HTTP/1.1 100 Continue\\r\\n\\r\\nHTTP/1.1 303 See Other\\r\\nLOCATION:  /next\\r\\n\\r\\n' >"$file"
header_value location "$file"
last_status "$file"
printf '<form><input type="hidden" name="csrf" value="v"><input name="x" value="y">' >"$file"
hidden_input csrf "$file"
rm "$file"`;
    expect(run(script).split('\n')).toEqual(['a+b c', 't', '/next', '303', 'v', '']);
  });
});
