import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScriptFact } from '#shared/contract/index.ts';
import { property } from '#test/support/property.ts';
import { edited, read, requestIn, requestsOf, stretchOf } from './scripts.ts';

const base = 'https://api.platform.example/v1';
const js = (text: string) => requestIn(text, 'javascript');
const groovy = (text: string) => requestIn(text, 'groovy');

function scriptOf(text: string, language: 'javascript' | 'groovy' = 'javascript'): ScriptFact {
  const [script] = read(text, language).facts;
  if (script?.kind !== 'script') throw new Error('The first fact is no script.');
  return script;
}

describe('a request in JavaScript or TypeScript', () => {
  test.each<[string, string]>([
    [`await fetch('${base}/environments/e1/users')`, 'GET'],
    [`fetch("${base}/environments/e1/users", { method: 'delete' })`, 'DELETE'],
    [
      `const r: Response = await fetch(\`${base}/environments/e1/users\`, { method: "PUT" } as RequestInit);`,
      'PUT',
    ],
    [`axios.post('${base}/environments/e1/users', { a: 1 })`, 'POST'],
    [`axios({ method: 'patch', url: '${base}/environments/e1/users' })`, 'PATCH'],
    [`got.put<User>; got.put('${base}/environments/e1/users', { json: {} })`, 'PUT'],
    [`undici.request('${base}/environments/e1/users', { method: 'POST' })`, 'POST'],
    [`const usersUrl = '${base}/environments/e1/users';\nfetch(usersUrl)`, 'GET'],
    [`const base = '${base}';\nfetch(base + '/environments/' + 'e1' + '/users')`, 'GET'],
    [`this.http.get<User[]>; client.get('/environments/e1/users')`, 'GET'],
    [`const url = new URL('${base}/environments/e1/users')`, 'GET'],
  ])('%s', (text, method) => {
    const request = js(text);
    expect(request.method).toBe(method);
    expect(request.segments).toEqual(['environments', 'e1', 'users']);
  });

  test('what is only known when it runs is a placeholder', () => {
    const request = js('fetch(`${base}/environments/${env.id}/users/${ids.map((id) => { return id; })}`)');
    expect(request.host).toBe('relative');
    expect(request.segments).toEqual(['environments', '${env.id}', 'users', '${value}']);
    expect(js(`fetch(root + '/environments/' + id)`).segments).toEqual(['environments', '${id}']);
  });

  test('a constant says whose server it is', () => {
    const text = `const api = 'https://other.example';\nawait fetch(\`\${api}/environments/e1/users\`);`;
    expect(js(text).host).toBe('other');
    const twice = `let api = 'https://other.example'; api = next; fetch(\`\${api}/environments/e1\`)`;
    expect(requestsOf(read(twice, 'javascript').facts).at(-1)?.host).toBe('relative');
  });

  test.each<[string, unknown]>([
    [
      'body: JSON.stringify({ name: "a", on: true, list: [1, null], at: now() })',
      { name: 'a', on: true, list: [1, null], at: '{{value}}' },
    ],
    ['json: { filter, "quoted-name": `x` }', { filter: '{{filter}}', 'quoted-name': 'x' }],
    ['data: { nested: { id } }', { nested: { id: '{{id}}' } }],
    ['body: \'{"a": "it\\\'s"}\'', { a: "it's" }],
    ['body: JSON.stringify(user)', '{{user}}'],
  ])('a body: %s', (option, body) => {
    const request = js(`fetch('${base}/users', { method: 'POST', ${option} })`);
    expect(request.body).toEqual(body);
  });

  test('a body may be a constant', () => {
    const text = `const policy = { length: { min: 6 } };\naxios.put('${base}/passwordPolicies/p1', policy)`;
    const request = js(text);
    expect(request.body).toEqual({ length: { min: 6 } });
    expect(stretchOf(text, request, { part: 'body', path: ['length', 'min'] })).toBe('6');
  });

  test('forms, queries and headers', () => {
    const token = js(
      `fetch('https://auth.platform.example/e1/as/token', { method: 'POST',
        headers: { Authorization: basic, 'X-Trace': 'a' },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'a b' }) })`,
    );
    expect(Object.fromEntries(token.form)).toEqual({ grant_type: ['client_credentials'], scope: ['a b'] });
    expect(token.headers.get('x-trace')).toBe('a');
    expect(token.headers.has('authorization')).toBe(true);
    const asked = js(`axios.get('${base}/activities', { params: { filter: 'a in ("x")', limit } })`);
    expect(asked.query.get('filter')).toEqual(['a in ("x")']);
    expect(asked.query.get('limit')).toEqual(['${limit}']);
  });

  test('is not seen in comments, patterns, imports, nor in what only has the name of a method', () => {
    const text = [
      `// fetch('${base}/environments')`,
      `/* fetch('${base}/environments') */`,
      `import x from 'https://esm.example/x';`,
      `const pattern = /fetch\\('https:\\/\\/a'\\)/;`,
      `headers.get('content-type'); map.delete('/tmp/x'); cache.get(key);`,
      `const half = total / 2 / count; const path = '/usr/bin/env';`,
    ].join('\n');
    expect(requestsOf(read(text, 'javascript').facts)).toEqual([]);
  });

  test('elements of a screen may have apostrophes between their tags', () => {
    const text = `export const A = () => <p>Don't panic</p>;\nfetch('${base}/users');`;
    expect(requestsOf(read(text, 'javascript', 'a.tsx').facts)).toHaveLength(1);
  });

  test('end tags of elements are no patterns, also two on one line', () => {
    const text = `export const A = () => <td>{a ?? <b>{none}</b>}</td>;\nfetch('${base}/users');`;
    expect(requestsOf(read(text, 'javascript', 'a.tsx').facts)).toHaveLength(1);
  });
});

describe('a request in Groovy', () => {
  test.each<[string, string]>([
    [`def r = client.get(path: '${base}/environments/e1/users')`, 'GET'],
    [`http.post(uri: "${base}", path: '/environments/e1/users', body: [name: 'a', on: true])`, 'POST'],
    [`def url = new URL("${base}/environments/e1/users").openConnection()`, 'GET'],
    [`def base = '${base}'\nclient.put("\${base}/environments/e1/users", [:])`, 'PUT'],
  ])('%s', (text, method) => {
    const request = groovy(text);
    expect(request.method).toBe(method);
    expect(request.segments).toEqual(['environments', 'e1', 'users']);
  });

  test('has maps as bodies, and names in texts as placeholders', () => {
    const request = groovy(
      `rest.post("${base}/environments/$envId/users/\${user.id}", [body: JsonOutput.toJson([name: 'a', ids: [1, 2]])])`,
    );
    expect(request.segments).toEqual(['environments', '${envId}', 'users', '${user.id}']);
    expect(request.body).toEqual({ name: 'a', ids: [1, 2] });
  });

  test('texts of three quotation marks go over lines', () => {
    const text = `client.post("${base}/users", [body: """{\n  "name": "\${name}"\n}"""])`;
    expect(groovy(text).body).toEqual({ name: '{{ame}}' });
  });
});

describe('places and edits in a script', () => {
  const text = [
    `const res = await fetch('${base}/environments/e1/deviceAuthenticationPolicy?x=1', {`,
    `  method: 'PATCH',`,
    `  headers: { 'Content-Type': 'text/plain' },`,
    `  body: JSON.stringify({ protocol: 'NONE', on: 'true', id, last: 1 }),`,
    `});`,
  ].join('\n');
  const request = js(text);
  const body = (...path: string[]) => ({ part: 'body', path }) as const;

  test('name the text that they should', () => {
    expect(stretchOf(text, request, { part: 'path' })).toBe(
      `${base}/environments/e1/deviceAuthenticationPolicy`,
    );
    expect(stretchOf(text, request, { part: 'method' })).toBe('PATCH');
    expect(stretchOf(text, request, { part: 'header', name: 'content-type' })).toBe('text/plain');
    expect(stretchOf(text, request, body('protocol'))).toBe(`'NONE'`);
    expect(stretchOf(text, request, { part: 'whole' })).toMatch(/^fetch\([\s\S]*\}$/);
  });

  test('change what was written and nothing else', () => {
    const path = { part: 'path' } as const;
    expect(edited(text, request, { kind: 'replace', of: path, from: 'Policy', to: 'Policies' })).toBe(
      text.replace('Policy?', 'Policies?'),
    );
    expect(edited(text, request, { kind: 'set', of: body('on'), value: true })).toBe(
      text.replace(`on: 'true'`, 'on: true'),
    );
    expect(edited(text, request, { kind: 'rename', of: body('on'), name: 'is-on' })).toBe(
      text.replace('on: ', '"is-on": '),
    );
    expect(edited(text, request, { kind: 'rename', of: body('id'), name: 'userId' })).toBe(
      text.replace('id, last', 'userId: id, last'),
    );
    expect(edited(text, request, { kind: 'remove', of: body('protocol') })).toBe(
      text.replace(`protocol: 'NONE', `, ''),
    );
    expect(edited(text, request, { kind: 'remove', of: body('last') })).toBe(text.replace(', last: 1', ''));
    expect(edited(text, request, { kind: 'set', of: body('more'), value: "it's" })).toBe(
      text.replace('last: 1', `last: 1, more: "it's"`),
    );
  });

  test('what cannot be changed exactly is not changed', () => {
    expect(edited(text, request, { kind: 'set', of: body('on'), value: { a: 1 } })).toBeNull();
    expect(edited(text, request, { kind: 'remove', of: body('none') })).toBeNull();
    expect(
      edited(text, request, { kind: 'replace', of: { part: 'path' }, from: 'none', to: 'x' }),
    ).toBeNull();
    expect(edited(text, request, { kind: 'set', of: { part: 'header', name: 'x' }, value: 'y' })).toBeNull();
  });

  test('texts in Groovy keep their quotation', () => {
    const script = `client.post("${base}/users", [body: [name: 'a', on: 'x']])`;
    const of = { part: 'body', path: ['name'] } as const;
    expect(edited(script, groovy(script), { kind: 'set', of, value: "it's $5" })).toBe(
      script.replace(`'a'`, `'it\\'s $5'`),
    );
  });

  const word = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '"', "'", '\\', '$', '`', '/', '\n', 'é', '😀'),
    maxLength: 10,
  });
  const quote = fc.constantFrom("'", '"', '`');

  property([word, word, quote], { numRuns: 300 })(
    'whatever a text says, it is read as it is written, and a changed one is read again',
    (before, after, mark) => {
      const written = before.replace(/['"`\\$]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
      const head = `fetch(${mark}${base}/users${mark}, { method: 'POST', body: JSON.stringify({ a: `;
      const script = `${head}${mark}${written}b${mark}, c: 1 }) });\n// end`;
      const fact = js(script);
      expect(fact.body).toEqual({ a: `${before}b`, c: 1 });
      const of = { part: 'body', path: ['a'] } as const;
      expect(stretchOf(script, fact, of)).toBe(`${mark}${written}b${mark}`);
      const next =
        edited(script, fact, { kind: 'replace', of, from: `${before}b`, to: `${after}c` }) ?? script;
      expect(next.startsWith(head)).toBe(true);
      expect(next.endsWith(`${mark}, c: 1 }) });\n// end`)).toBe(true);
      expect(js(next).body).toEqual({ a: `${after}c`, c: 1 });
    },
  );
});

describe('what else stands in a script', () => {
  const names = (fact: ScriptFact) => fact.members.map(({ name }) => name);

  test('members that are asked for, by a dot or in brackets', () => {
    const text = `flow.currentStep; body['steps'][0]?.id; const a = ['x']; f().status`;
    const script = scriptOf(text);
    expect(names(script)).toEqual(['currentStep', 'steps', 'id', 'status']);
    const [first] = script.members;
    expect(text.slice(first?.at, (first?.at ?? 0) + (first?.length ?? 0))).toBe('currentStep');
  });

  test.each([
    [`if (error.message === 'Gone') {}`, `message === 'Gone'`],
    [`if ('Gone' != error.message) {}`, `'Gone' != error.message`],
    [`expect(res.body.message).toBe('Gone')`, `message).toBe('Gone'`],
    [`expect(res.body['message']).toEqual("Gone")`, `'message']).toEqual("Gone"`],
    [`assert.equal(error.message, 'Gone')`, `message, 'Gone'`],
    [`error.message.equals('Gone')`, `message.equals('Gone'`],
  ])('a comparison with a text: %s', (text, stretch) => {
    const [only, ...more] = scriptOf(text).comparisons;
    expect(more).toEqual([]);
    expect(only).toMatchObject({ member: 'message', literal: 'Gone' });
    expect(text.slice(only?.at, (only?.at ?? 0) + (only?.length ?? 0))).toBe(stretch);
  });

  test('what is compared with anything else, or only contained, is none', () => {
    const text = `a.message === other; a.message.includes('x'); b === 'x'; a.message = 'x'; equals('x')`;
    expect(scriptOf(text).comparisons).toEqual([]);
  });

  test('a stretch of it can be edited', () => {
    const text = 'flow.currentStep';
    const of = { part: 'text', at: 5, length: 11 } as const;
    expect(edited(text, scriptOf(text), { kind: 'set', of, value: 'status' })).toBe('flow.status');
  });
});

describe('a script that cannot be read', () => {
  test.each<['javascript' | 'groovy', string, number, number]>([
    ['javascript', `const a = 'x\nfetch(1)`, 1, 11],
    ['javascript', 'const a = `x', 1, 11],
    ['javascript', 'fetch({\n  a: 1', 1, 7],
    ['javascript', 'fetch(1))', 1, 9],
    ['javascript', 'a\n/* never ends', 2, 1],
    ['javascript', 'const a = `x${ {`', 1, 17],
    ['groovy', `def a = """x`, 1, 9],
    ['groovy', 'client.post([a: 1)', 1, 18],
  ])('%s: %s', (language, text, line, column) => {
    const file = language === 'groovy' ? 'a.groovy' : 'a.ts';
    expect(() => read(text, language)).toThrow(
      expect.objectContaining({
        code: 'contract.unreadable',
        location: { file, line, column },
      }),
    );
  });

  test('no nesting is too deep for the stack, and none takes long', () => {
    for (const open of ['get(', '[', '{ a: ', '`${'])
      expect(() => read(open.repeat(50_000), 'javascript')).toThrow(
        expect.objectContaining({ code: 'contract.unreadable' }),
      );
    const closed = `${'a.get('.repeat(20_000)}'/environments/e1'${')'.repeat(20_000)}`;
    expect(requestsOf(read(closed, 'javascript').facts).length).toBeGreaterThan(0);
  });

  test.each<[Parameters<typeof read>[1], string]>([
    ['http', `GET ${' '.repeat(2_000_000)}x y`],
    ['http', `@a=${' '.repeat(2_000_000)}x`],
    ['javascript', '=/['.repeat(200_000)],
    ['shell', `cat <<END\n${'\n'.repeat(2_000_000)}`],
    ['groovy', `// contract-ignore CC-001 ${' '.repeat(2_000_000)}x`],
  ])('no line takes long: %s', (language, text) => {
    try {
      read(text, language);
    } catch (error) {
      expect(error).toMatchObject({ code: 'contract.unreadable' });
    }
  });

  test('more text than can be read is an error', () => {
    expect(() => read(' '.repeat(16 * 1_048_576 + 1), 'javascript')).toThrow(
      expect.objectContaining({ code: 'contract.too-large' }),
    );
  });

  const unit = fc.constantFrom(
    'fetch',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    "'",
    '"',
    '`',
    '${',
    '/',
    '\\',
    '\n',
    ',',
    ':',
    'a',
    '.',
    '+',
    '=',
    ' ',
    'url',
  );

  property([fc.array(unit, { maxLength: 60 }), fc.constantFrom('javascript', 'groovy', 'shell', 'http')], {
    numRuns: 2_000,
  })('whatever stands in it, it is read or an error with a place', (parts, language) => {
    try {
      read(parts.join(''), language);
    } catch (error) {
      expect(error).toMatchObject({
        code: 'contract.unreadable',
        location: { line: expect.any(Number) },
      });
    }
  });
});

describe('comments that tell a rule to be silent', () => {
  test.each<[string, Parameters<typeof read>[1], string]>([
    [
      'on its own line',
      'javascript',
      `fetch('${base}/a'); // contract-ignore CC-022 until 2027-01-01 goes soon`,
    ],
    [
      'on the line before',
      'javascript',
      `// contract-ignore CC-022 until 2027-01-01 goes soon\nfetch('${base}/a')`,
    ],
    ['before a blank line', 'groovy', `/* contract-ignore CC-022 until 2027-01-01 goes soon */\n\nget(1)`],
    ['in a shell', 'shell', `# contract-ignore CC-022 until 2027-01-01 goes soon\ncurl ${base}/a`],
    [
      'in an .http file',
      'http',
      `### a\n-- contract-ignore CC-022 until 2027-01-01 goes soon\nGET ${base}/a`,
    ],
  ])('%s', (_what, language, text) => {
    const line = text.split('\n').findIndex((each) => /fetch|^get|^curl|^GET/.test(each)) + 1;
    expect(read(text, language).suppressions).toEqual([
      { rule: 'CC-022', line, reason: 'goes soon', until: '2027-01-01' },
    ]);
  });

  test('count for every line of the request that they stand before', () => {
    const text = `# contract-ignore CC-001\ncurl -X GET \\\n  ${base}/activities \\\n  -H 'A: b'\ncurl ${base}/b`;
    const lines = read(text, 'shell').suppressions.map(({ rule, line, reason }) => [rule, line, reason]);
    expect(lines).toEqual([2, 3, 4].map((line) => ['CC-001', line, 'No reason given.']));
  });
});
