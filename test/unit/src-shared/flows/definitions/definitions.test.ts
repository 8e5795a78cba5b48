import { describe, expect, test } from 'vitest';
import {
  type FlowSetup,
  flowDefinitions,
  flowScriptSchema,
  parseTemplate,
  type Reading,
  requestNames,
  type ScriptStep,
} from '#shared/flows/index.ts';
import { flowSetup } from '#test/support/flow-setup.ts';

const setup = flowSetup(
  {
    introspection: 'https://as.example/introspect',
    revocation: 'https://as.example/revoke',
    endSession: 'https://as.example/logout',
    resource: 'https://rs.example/orders',
  },
  {},
  'urn:gatehouse',
);
const { client } = setup;
/** Names that client, user and server have by themselves. */
const own = new Set([
  'client_id',
  'client_secret',
  'basic_credentials',
  'redirect_uri',
  'scope',
  'username',
  'password',
  'cookies',
]);

/** The values that a reading gives. */
const read: Readonly<Record<Reading, readonly string[]>> = {
  any: [],
  success: [],
  tokens: ['access_token', 'refresh_token'],
  page: [],
  callback: ['code', 'access_token', 'id_token'],
  challenge: ['resource_url', 'resource_metadata', 'scope'],
  scoped: ['step_up'],
  'resource-metadata': ['resource_identifier', 'server_metadata'],
  'server-metadata': ['server_issuer'],
  registration: ['client_id', 'registration_access_token', 'registration_client_uri'],
};

/** The values that a step gives. */
function given(step: ScriptStep): readonly string[] {
  if (step.act === 'make') return [step.as];
  if (step.act === 'browse') return read.callback;
  return step.act === 'send' ? [...read[step.reading], ...step.captures.map(({ name }) => name)] : [];
}

describe.each(flowDefinitions.map((definition) => [definition.kind, definition] as const))(
  'the flow %s',
  (_kind, { script }) => {
    test('is data that can be kept, its steps told apart', () => {
      const made = script(setup);
      expect(flowScriptSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
      expect(new Set(made.steps.map(({ id }) => id)).size).toBe(made.steps.length);
    });

    test('needs no value before the step that gives it', () => {
      const known = new Set(own);
      for (const step of script(setup).steps) {
        if ('request' in step)
          for (const name of requestNames(step.request)) expect(known, step.id).toContain(name);
        for (const name of given(step)) known.add(name);
      }
    });

    test('needs none either where its request is signed and pushed', () => {
      const endpoints = { ...setup.endpoints, pushedAuthorization: 'https://as.example/par' };
      const options = { ...setup.options, isSigned: true, isPushed: true };
      const made = script({ ...setup, endpoints, options });
      expect(flowScriptSchema.parse(JSON.parse(JSON.stringify(made)))).toEqual(made);
      const known = new Set(own);
      for (const step of made.steps) {
        if ('request' in step)
          for (const name of requestNames(step.request)) expect(known, step.id).toContain(name);
        for (const name of given(step)) known.add(name);
      }
    });

    test('holds no secret: every credential is bound', () => {
      const texts = JSON.stringify(
        script({ ...setup, client: { ...client, authentication: 'client_secret_post' } }),
      );
      expect(texts).not.toContain('"name":"client_secret","value":""');
      for (const name of ['client_secret', 'password', 'code'])
        for (const [, value = ''] of texts.matchAll(new RegExp(`"name":"${name}","value":"([^"]*)"`, 'g')))
          expect(parseTemplate(value)).toEqual([expect.objectContaining({ name })]);
    });
  },
);

describe('how the client shows who it is', () => {
  const kind = flowDefinitions.find((definition) => definition.kind === 'client-credentials');
  const sent = (authentication: FlowSetup['client']['authentication']) => {
    const [step] = kind?.script({ ...setup, client: { ...client, authentication } }).steps ?? [];
    return step?.act === 'send' ? requestNames(step.request) : [];
  };
  test.each([
    ['client_secret_basic', ['basic_credentials', 'scope']],
    ['client_secret_post', ['scope', 'client_id', 'client_secret']],
    ['private_key_jwt', ['scope', 'client_id', 'client_assertion']],
    ['tls_client_auth', ['scope', 'client_id']],
    ['none', ['scope', 'client_id']],
  ] as const)('%s', (authentication, names) => {
    expect(sent(authentication).toSorted()).toEqual(names.toSorted());
  });
});
