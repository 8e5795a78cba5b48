import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { property } from '#test/support/property.ts';
import { edited, read, requestIn, requestsOf, stretchOf } from './scripts.ts';

const base = 'https://api.platform.example/v1';
const shell = (text: string) => requestIn(text, 'shell');
const path = { part: 'path' } as const;

describe('a request of curl', () => {
  test.each<[string, string]>([
    [`curl ${base}/environments`, 'GET'],
    [`curl -X DELETE ${base}/environments`, 'DELETE'],
    [`curl -XPUT ${base}/environments`, 'PUT'],
    [`curl -sSLX PATCH '${base}/environments'`, 'PATCH'],
    [`curl --request POST --url "${base}/environments"`, 'POST'],
    [`curl -d '{}' ${base}/environments`, 'POST'],
    [`curl --json '{}' ${base}/environments`, 'POST'],
    [`curl -F file=@users.csv ${base}/environments`, 'POST'],
    [`curl -I ${base}/environments`, 'HEAD'],
    [`curl -T users.csv ${base}/environments`, 'PUT'],
    [`/usr/bin/curl ${base}/environments`, 'GET'],
    [`time sudo curl ${base}/environments | jq .`, 'GET'],
  ])('%s is %s', (text, method) => {
    const request = shell(text);
    expect(request.method).toBe(method);
    expect(request.segments).toEqual(['environments']);
    expect(request.host).toBe('platform');
  });

  test('goes on over lines that end in a backslash, or in a caret on Windows', () => {
    for (const [mark, end] of [
      ['\\', '\n'],
      ['^', '\r\n'],
    ]) {
      const text = `curl -X POST ${mark}${end}  -H "Content-Type: application/json" ${mark}${end}  ${base}/users`;
      const request = shell(text);
      expect(request.headers.get('content-type')).toBe('application/json');
      expect(request.segments).toEqual(['users']);
      expect(stretchOf(text, request, { part: 'whole' })).toBe(text);
    }
  });

  test.each<[string, string]>([
    [`'{"name":"it'\\''s"}'`, "it's"],
    [`"{\\"name\\":\\"a \\$b\\"}"`, 'a $b'],
    [`$'{"name":"it\\'s \\u00e9"}'`, "it's é"],
    [`'{"na'"me\\":"\\"x\\"}`, 'x'],
  ])('reads the quotations of %s', (body, name) => {
    expect(shell(`curl --json ${body} ${base}/users`).body).toEqual({ name });
  });

  test('puts pieces of data together, or into the query with -G', () => {
    const data = '-d grant_type=client_credentials --data-urlencode scope=a';
    const sent = shell(`curl ${data} https://auth.platform.example/e1/as/token`);
    expect(Object.fromEntries(sent.form)).toEqual({ grant_type: ['client_credentials'], scope: ['a'] });
    expect(sent.host).toBe('authorization');
    const asked = shell(`curl -G ${base}/activities --data-urlencode 'filter=a in ("x")' -d limit=1`);
    expect(asked.method).toBe('GET');
    expect(asked.query.get('filter')).toEqual(['a in ("x")']);
    expect(asked.query.get('limit')).toEqual(['1']);
  });

  test('says that its sender is proven, but not with what', () => {
    const request = shell(`curl -u id:hunter2 -d a=b ${base}/as/token`);
    expect(request.headers.has('authorization')).toBe(true);
    expect(JSON.stringify([...request.headers])).not.toContain('hunter2');
  });

  test('variables of the script are filled in, others stay placeholders', () => {
    const text = [`BASE=${base}`, 'export ENV_ID="e1"', 'curl "$BASE/environments/${ENV_ID}/users/$USER_ID"'];
    const request = shell(text.join('\n'));
    expect(request.host).toBe('platform');
    expect(request.segments).toEqual(['environments', 'e1', 'users', '${USER_ID}']);
    expect(shell('curl "$API/environments/e1"').host).toBe('relative');
  });

  test('is found in substitutions, behind other commands, and several in one', () => {
    const text = [
      `TOKEN=$(curl -s -d "grant_type=client_credentials" "https://auth.platform.example/e1/as/token" | jq -r .t)`,
      `if [ -n "$TOKEN" ]; then curl ${base}/a && curl ${base}/b --next -X POST ${base}/c; fi`,
      `curl ${base}/d ${base}/e # curl ${base}/never`,
    ].join('\n');
    const found = requestsOf(read(text, 'shell').facts).map(({ method, segments }) => [
      method,
      segments.at(-1),
    ]);
    expect(found).toEqual([
      ['POST', 'token'],
      ['GET', 'a'],
      ['GET', 'b'],
      ['POST', 'c'],
      ['GET', 'd'],
      ['GET', 'e'],
    ]);
  });

  test('is not looked for in documents that stand in the script', () => {
    const text = `cat <<'EOF' > notes\nDon't curl ${base}/a\nEOF\ncurl ${base}/b`;
    expect(shell(text).segments).toEqual(['b']);
  });

  test('may have its body below it, in the script', () => {
    const text = `curl --json @- ${base}/passwordPolicies <<EOF\n{ "length": { "min": 6 } }\nEOF\necho done`;
    const of = { part: 'body', path: ['length', 'min'] } as const;
    const request = shell(text);
    expect(request.body).toEqual({ length: { min: 6 } });
    expect(edited(text, request, { kind: 'set', of, value: 8 })).toBe(text.replace('"min": 6', '"min": 8'));
    expect(shell(`curl --json @body.json ${base}/users`).body).toBeUndefined();
  });

  test('a script without any has none', () => {
    expect(requestsOf(read('echo hello\nls -l', 'shell').facts)).toEqual([]);
  });
});

describe('places and edits in a script of the shell', () => {
  const text = [
    '# the former path',
    `curl -X GET "${base}/environments/e1/deviceAuthenticationPolicy?filter=a%20in%20(%22x%22)" \\`,
    `  -H 'Accept: text/plain'`,
  ].join('\n');
  const request = shell(text);

  test('name the text that they should', () => {
    expect(stretchOf(text, request, path)).toBe(`${base}/environments/e1/deviceAuthenticationPolicy`);
    expect(stretchOf(text, request, { part: 'query', name: 'filter' })).toBe('filter=a%20in%20(%22x%22)');
    expect(stretchOf(text, request, { part: 'header', name: 'accept' })).toBe('text/plain');
    expect(stretchOf(text, request, { part: 'method' })).toBe('GET');
  });

  test('change what was written and nothing else', () => {
    const from = 'deviceAuthenticationPolicy';
    const to = 'deviceAuthenticationPolicies';
    expect(edited(text, request, { kind: 'replace', of: path, from, to })).toBe(
      text.replace(`${from}?`, `${to}?`),
    );
    const of = { part: 'query', name: 'filter' } as const;
    expect(edited(text, request, { kind: 'set', of, value: 'a eq "x"' })).toBe(
      text.replace('a%20in%20(%22x%22)', 'a%20eq%20%22x%22'),
    );
    const header = { part: 'header', name: 'Accept' } as const;
    expect(edited(text, request, { kind: 'set', of: header, value: "it's" })).toBe(
      text.replace('text/plain', String.raw`it'\''s`),
    );
  });

  test('an edit of a body is one of its quotation', () => {
    const sent = `curl --json '{"length": {"min": 6}, "name": "a"}' ${base}/passwordPolicies`;
    const of = { part: 'body', path: ['length', 'min'] } as const;
    const fact = shell(sent);
    expect(stretchOf(sent, fact, of)).toBe('6');
    expect(edited(sent, fact, { kind: 'set', of, value: 8 })).toBe(sent.replace('6', '8'));
    expect(edited(sent, fact, { kind: 'set', of: { part: 'body', path: ['name'] }, value: "it's" })).toBe(
      sent.replace('"a"', String.raw`"it'\''s"`),
    );
    const without = edited(sent, fact, { kind: 'remove', of: { part: 'body', path: ['name'] } });
    expect(shell(without ?? '').body).toEqual({ length: { min: 6 } });
  });

  test('what a variable says is not edited where it is used', () => {
    const script = `P=deviceAuthenticationPolicy\ncurl "${base}/environments/e1/$P"`;
    expect(
      edited(script, shell(script), { kind: 'replace', of: path, from: 'Policy', to: 'Policies' }),
    ).toBeNull();
  });

  const quotes = fc.constantFrom(
    (json: string) => `'${json.replaceAll("'", String.raw`'\''`)}'`,
    (json: string) => `"${json.replace(/["\\$`]/g, String.raw`\$&`)}"`,
    (json: string) => `$'${json.replace(/['\\]/g, String.raw`\$&`)}'`,
  );
  const word = fc.string({
    unit: fc.constantFrom('a', ' ', '"', "'", '\\', '$', '{', '}', '`', 'é', '&', '/'),
    maxLength: 12,
  });

  property([word, word, quotes], { numRuns: 300 })(
    'whatever a body says, it is read as it was written, and an edit of a member is read again',
    (before, after, quote) => {
      const body = { a: before, b: [1, before] };
      const script = `curl --json ${quote(JSON.stringify(body))} ${base}/users\n# ${after.replaceAll('\n', '')}`;
      const fact = shell(script);
      expect(fact.body).toEqual(body);
      const next = edited(script, fact, { kind: 'set', of: { part: 'body', path: ['a'] }, value: after });
      expect(shell(next ?? '').body).toEqual({ ...body, a: after });
      expect(next?.startsWith('curl --json ')).toBe(true);
      expect(next?.endsWith(script.slice(script.lastIndexOf(` ${base}/users`)))).toBe(true);
    },
  );
});

describe('a script of the shell that cannot be read', () => {
  test.each<[string, string, number, number]>([
    ['a quotation', `curl ${base}/a\ncurl 'x`, 2, 6],
    ['a quotation with variables', `curl "${base}`, 1, 6],
    ['a substitution', `x=$(curl ${base}`, 1, base.length + 10],
    ['a document', `cat <<EOF\nhello`, 2, 1],
  ])('%s that does not end is an error at its place', (_what, text, line, column) => {
    expect(() => read(text, 'shell')).toThrow(
      expect.objectContaining({
        code: 'contract.unreadable',
        location: { file: 'a.sh', line, column },
      }),
    );
  });

  test('no nesting is too deep for the stack', () => {
    expect(() => read('$('.repeat(100_000), 'shell')).toThrow(
      expect.objectContaining({ code: 'contract.unreadable' }),
    );
  });
});

describe('a command copied for the command prompt of Windows', () => {
  const text = String.raw`curl ^"${base}/environments/e-1/deviceAuthenticationPolicy?x=1^&y=2^" ^
  -H ^"content-type: application/json^" ^
  --data-raw ^"^{^\^"language^\^":^{^\^"id^\^":^\^"a^^b^\^"^}^}^"
`;

  test('is read without its carets', () => {
    const request = shell(text);
    expect([request.method, request.host, request.segments.join('/')]).toEqual([
      'POST',
      'platform',
      'environments/e-1/deviceAuthenticationPolicy',
    ]);
    expect(request.query.get('y')).toEqual(['2']);
    expect(request.body).toEqual({ language: { id: 'a^b' } });
  });

  test('is mended in its own spelling', () => {
    const change = { kind: 'replace', of: path, from: 'Policy', to: 'Policies' } as const;
    expect(edited(text, shell(text), change)).toBe(text.replace('Policy', 'Policies'));
    const of = { part: 'body', path: ['language', 'id'] } as const;
    const after = edited(text, shell(text), { kind: 'set', of, value: 'c"d' }) ?? '';
    expect(shell(after).body).toEqual({ language: { id: 'c"d' } });
  });
});
