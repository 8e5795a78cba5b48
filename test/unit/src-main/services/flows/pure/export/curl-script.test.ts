import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { type KnownValue, scriptToCurl } from '#main/services/flows/pure/export/index.ts';
import {
  type FlowScript,
  flowDefinitions,
  flowScriptSchema,
  type RequestTemplate,
} from '#shared/flows/index.ts';
import { flowSetup } from '#test/support/flow-setup.ts';

const server = 'https://as.example';
const setup = flowSetup(
  {
    authorization: `${server}/as/authorization.oauth2`,
    token: `${server}/as/token.oauth2`,
    introspection: `${server}/as/introspect.oauth2`,
    revocation: `${server}/as/revoke_token.oauth2`,
    resource: 'https://rs.example/orders',
  },
  { clientId: 'portal-web', redirectUri: 'https://client.example/cb' },
  'example.com',
);
const known = new Map<string, KnownValue>([
  ['client_id', { value: 'portal-web', isSecret: false }],
  ['client_secret', { value: 'planted-secret', isSecret: true }],
  ['redirect_uri', { value: 'https://client.example/cb', isSecret: false }],
  ['scope', { value: "orders.read it's", isSecret: false }],
  ['username', { value: 'ann', isSecret: false }],
  ['password', { value: 'planted-password', isSecret: true }],
]);

/** Complaints of a shell about the syntax of a script; empty: none. */
function complaints(text: string): string {
  return spawnSync('sh', ['-n'], { input: text, timeout: 120_000 }).stderr.toString();
}

function oneRequest(request: Partial<RequestTemplate>): FlowScript {
  const whole = { origin: server, ...request };
  return flowScriptSchema.parse({
    title: 'Own',
    steps: [{ act: 'send', id: 'own', from: 'client', to: 'as', request: whole }],
  });
}

const hostile = `'; touch /tmp/owned; $(touch /tmp/owned) \`touch /tmp/owned\` "\n" \\`;

describe('a run as a curl script', () => {
  beforeEach(({ skip }) => skip(process.platform === 'win32', 'there is no POSIX shell on Windows'));

  test.each(flowDefinitions.map(({ kind }) => kind))('%s has no fault in its syntax', (kind) => {
    const definition = flowDefinitions.find((each) => each.kind === kind);
    const script = definition?.script(setup);
    const { text } = scriptToCurl(script ?? { title: '', parties: {}, steps: [] }, known);
    expect(complaints(text)).toBe('');
    expect(text).toMatch(/^#!\/bin\/sh\n/);
    expect(text).toContain('\nset -eu\n');
  });

  test('asks for the request object that Gatehouse signs, and takes the reference from what was pushed', () => {
    const endpoints = { ...setup.endpoints, pushedAuthorization: `${server}/par` };
    const options = { ...setup.options, isSigned: true, isPushed: true };
    const code = flowDefinitions.find(({ kind }) => kind === 'code-pkce');
    const { text } = scriptToCurl(code?.script({ ...setup, endpoints, options }) ?? oneRequest({}), known);
    expect(complaints(text)).toBe('');
    expect(text).toContain(': "${REQUEST_OBJECT:?');
    expect(text).toContain('$(json_member request_uri "$work/');
  });

  test('holds no secret: it asks for them by name', () => {
    const code = flowDefinitions.find(({ kind }) => kind === 'code-pkce')?.script(setup);
    const { text, redacted } = scriptToCurl(code ?? oneRequest({}), known);
    expect(text).not.toContain('planted');
    expect(text).toContain(': "${CLIENT_SECRET:?');
    expect(redacted).toEqual(['CLIENT_SECRET']);
    expect(text).toContain("REDIRECT_URI=${REDIRECT_URI-'https://client.example/cb'}");
  });

  test('takes from an earlier answer what a later request needs', () => {
    const code = flowDefinitions.find(({ kind }) => kind === 'code-pkce')?.script(setup);
    const { text } = scriptToCurl(code ?? oneRequest({}), known);
    expect(text).toContain('ACCESS_TOKEN=$(json_member access_token');
    expect(text).toContain(`'Authorization: Bearer '"$ACCESS_TOKEN"`);
    expect(text.indexOf('ACCESS_TOKEN=$(')).toBeLessThan(text.indexOf('"$ACCESS_TOKEN"'));
    expect(text).toContain('$(s256 "$CODE_VERIFIER")');
    expect(text).not.toContain(': "${CODE:?');
  });

  test('binds a secret that somebody typed into a request', () => {
    const { text, redacted } = scriptToCurl(
      oneRequest({
        path: '/planted-secret',
        headers: [{ name: 'X-Own', value: 'a planted-secret b', encoding: 'auto', isOmitted: false }],
      }),
      known,
    );
    expect(text).not.toContain('planted-secret');
    expect(text).toContain('"$CLIENT_SECRET"');
    expect(redacted).toContain('CLIENT_SECRET');
  });

  test('does nothing that stands in a hostile request', () => {
    const field = { name: hostile, value: hostile, isOmitted: false } as const;
    const script: FlowScript = {
      ...oneRequest({
        path: `/${hostile}`,
        query: [
          { ...field, encoding: 'auto' },
          { ...field, encoding: 'raw' },
        ],
        headers: [
          { ...field, encoding: 'raw' },
          { ...field, encoding: 'auto' },
        ],
        body: { kind: 'text', text: hostile, encoding: 'auto' },
      }),
      title: hostile,
    };
    const [step] = script.steps;
    if (step?.act !== 'send') throw new Error('It sends.');
    const { text } = scriptToCurl(
      // No file has such a method; a script of an earlier version may.
      {
        ...script,
        steps: [
          {
            ...step,
            request: { ...step.request, method: hostile, origin: `-K${hostile}` },
            browser: hostile,
            remark: hostile,
            prefix: hostile,
          },
        ],
      },
      known,
    );
    expect(complaints(text)).toBe('');
    // Every program that it could call is replaced by one that says what it was given.
    const traced = `curl() { printf '<%s>' "$@" >&2; : >"$work/1.head"; : >"$work/1.body"; cat >/dev/null; }\ntouch() { echo OWNED; }\n`;
    const { stdout, stderr, status } = spawnSync('sh', {
      input: text.replace('umask 077\n', `umask 077\n${traced}`),
      timeout: 120_000,
    });
    expect(`${status} ${stdout.toString()} ${stderr.toString()}`).not.toContain('OWNED');
    expect(status).toBe(0);
    expect(stderr.toString()).toContain(`<--request><${hostile}>`);
    // An address is never an option.
    expect(stderr.toString()).toContain('<--url><-K');
  });

  test('says what it cannot send, and what only Gatehouse can make', () => {
    const { text } = scriptToCurl(
      oneRequest({
        headers: [{ name: 'X-Split', value: 'a\\r\\nX-Own: b', encoding: 'raw', isOmitted: false }],
        query: [{ name: 'code', value: '{{code|flip}}', encoding: 'auto', isOmitted: false }],
      }),
      known,
    );
    expect(text).toContain('# Omitted, because curl cannot send it: X-Split');
    expect(text).toContain(': "${CODE_FLIP:?');
    expect(complaints(text)).toBe('');
    const raw = scriptToCurl(oneRequest({ raw: 'GET / HTTP/0.9\n\n$(exit 1)' }), known).text;
    expect(raw).toContain('defined byte by byte');
    expect(complaints(raw)).toBe('');
  });

  test('leaves out an optional value that there is none of', () => {
    const login = [
      { name: 'login_hint', value: '{{username?}}', encoding: 'auto', isOmitted: false },
    ] as const;
    expect(scriptToCurl(oneRequest({ query: [...login] }), known).text).toContain('login_hint=');
    expect(scriptToCurl(oneRequest({ query: [...login] }), new Map()).text).not.toContain('login_hint');
  });

  test('gives two values that are spelt alike two variables, and none that the shell has a use for', () => {
    const header = (value: string) => ({ name: 'X', value, encoding: 'auto', isOmitted: false }) as const;
    const { text } = scriptToCurl(
      oneRequest({ headers: ['{{a.b}}', '{{a_b}}', '{{path}}'].map(header) }),
      new Map(['a.b', 'a_b', 'path'].map((name) => [name, { value: name, isSecret: false }])),
    );
    expect(text).toContain("A_B=${A_B-'a.b'}");
    expect(text).toContain("A_B_2=${A_B_2-'a_b'}");
    expect(text).toContain("VALUE_PATH=${VALUE_PATH-'path'}");
  });
});
