import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type CurlRequest, curlCommand } from '#shared/shell/curl-command.ts';
import { type ShellCall, shellCalls } from '#test/support/shell-arguments.ts';

const tokenCharacter = fc.constantFrom(...Array.from("!#$%&'*+.^_`|~0aZ-"));
const token = fc.string({ unit: tokenCharacter, minLength: 1, maxLength: 12 });
const hostile = fc.constantFrom(...Array.from('\';|&$`"\\#!~*?<>(){}[] \t\nab=-@%\u0003\u001b\u202eüß'));
const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code));
const textOf = (unit: fc.Arbitrary<string>) => fc.string({ unit, maxLength: 20 });
const value = fc
  .oneof(textOf(hostile), textOf(byte))
  .map((text) => text.replace(/[\0\r\n\u0100-\uffff]/g, ''));
const path = fc.oneof(textOf(hostile), textOf(byte)).map((text) => `/${text.replace(/[\0\r\n]/g, '')}`);
const request = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'POST', 'HEAD'), token),
  url: path.map((target) => `http://127.0.0.1:9031${target}`),
  headers: fc.array(fc.tuple(token, value), { maxLength: 3 }),
  body: fc.oneof(fc.constant(null), textOf(hostile), textOf(byte)),
});

/** A request as curl reads it from its arguments: text that stands for bytes, one character each. */
function asRead({ words, input }: ShellCall) {
  const read = {
    method: '',
    address: '',
    target: null as string | null,
    headers: [] as string[],
    body: null as string | null,
  };
  const left = [...words];
  const next = () => left.shift() ?? '';
  while (left.length > 0) {
    const option = next();
    if (option === '-X') read.method = next();
    else if (option === '--head') read.method = 'HEAD';
    else if (option === '--request-target') read.target = next();
    else if (option === '-H') read.headers.push(next());
    else if (option === '--data-raw') read.body = next();
    else if (option === '--data-binary' && next() === '@-') read.body = input.toString('latin1');
    else if (option === '--globoff' || option === '--path-as-is') continue;
    else if (option.startsWith('http://')) read.address = option;
    else throw new Error(`curl was told ${option}`);
  }
  const url = read.target === null ? read.address : read.address.replace(/\/$/, '') + read.target;
  const implied = read.body === null ? 'GET' : 'POST';
  return { method: read.method === '' ? implied : read.method, url, headers: read.headers, body: read.body };
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
/** A target or field holds bytes; where a character is none, it is its bytes in UTF-8. */
const bytes = (text: string) => (/^[\0-\xff]*$/.test(text) ? text : utf8(text));

function asMeant({ method, url, headers, body }: CurlRequest) {
  const fields = headers.map(([name, text]) => (text === '' ? `${name};` : `${name}: ${bytes(text)}`));
  const hasBody = body !== null && body !== '';
  const hasType = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method,
    url: bytes(url),
    headers: hasBody && !hasType ? [...fields, 'Content-Type:'] : fields,
    body: hasBody ? utf8(body) : null,
  };
}

const plain: CurlRequest = { method: 'GET', url: 'http://a.example/x', headers: [], body: null };

describe('a request that is copied as cURL', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'there is no POSIX shell on Windows'));

  test('is the request, whatever is in it, and runs nothing else', () => {
    const samples = fc.sample(request, 120);
    const calls = shellCalls(samples.map(curlCommand));
    for (const [index, sample] of samples.entries())
      expect(calls[index] === undefined ? null : asRead(calls[index])).toEqual(asMeant(sample));
  }, 60_000);

  test('holds no key that a terminal would act on: an escape could end what is pasted', () => {
    for (const sample of fc.sample(request, 500))
      expect(curlCommand(sample)).toMatch(/^[\n -~\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u);
  });

  test('leaves out fields that HTTP/1.1 does not have', () => {
    const headers = [
      [':authority', 'a.example'],
      ['@/etc/passwd', 'x'],
      ['X-A', 'b\r\nX-B: c'],
    ] as const;
    expect(curlCommand({ ...plain, headers })).toBe('curl http://a.example/x');
  });

  test('with brackets stands for one address, and keeps dots between slashes', () => {
    expect(curlCommand({ ...plain, url: 'http://[::1]:9031/a[1-3]' })).toBe(
      "curl --globoff 'http://[::1]:9031/a[1-3]'",
    );
    expect(curlCommand({ ...plain, url: 'http://a.example/x/../y' })).toBe(
      'curl --path-as-is http://a.example/x/../y',
    );
  });

  test('a GET with a body stays a GET, and a HEAD is not waited for', () => {
    expect(curlCommand({ ...plain, headers: [['Content-Type', 'text/plain']], body: 'a' })).toBe(
      "curl -X GET http://a.example/x \\\n  -H 'Content-Type: text/plain' \\\n  --data-raw a",
    );
    expect(curlCommand({ ...plain, method: 'HEAD' })).toBe('curl --head http://a.example/x');
  });
});
