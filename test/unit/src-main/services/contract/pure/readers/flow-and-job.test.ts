import { describe, expect, test } from 'vitest';
import {
  createHostMatcher,
  flowFacts,
  importJobFacts,
  openJsonText,
  type ReaderContext,
} from '#main/services/contract/pure/index.ts';
import { applyEdits, type RequestFact } from '#shared/contract/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

const context: ReaderContext = {
  hosts: createHostMatcher({
    platform: ['https://api.platform.example/v1'],
    authorization: ['https://auth.platform.example'],
  }),
  variables: {},
  mediaType: 'gatehouse',
  isPublicClient: (clientId) => clientId === 'mobile-app',
  issuerOf: (target) => (target === 'elsewhere' ? 'https://issuer.example/x' : null),
  platformOf: (target) =>
    target === 'stage' ? { baseUrl: 'https://api.platform.example/v1', environmentId: 'e-1' } : null,
};

const flow = {
  kind: 'authorization-code',
  client_id: 'mobile-app',
  script: {
    title: 'Code',
    steps: [
      { act: 'wait', id: 'w', seconds: 1 },
      {
        act: 'browse',
        id: 'authorize',
        request: {
          origin: 'https://auth.platform.example',
          path: '/e-1/as/authorize',
          query: [
            { name: 'response_type', value: 'code' },
            { name: 'scope', value: 'openid p1:read:env:user' },
            { name: 'nonce', value: 'left out', isOmitted: true },
          ],
        },
      },
      {
        act: 'send',
        id: 'token',
        from: 'client',
        to: 'as',
        request: {
          origin: '{{issuer}}',
          method: 'POST',
          path: '/as/token',
          headers: [{ name: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
          body: { kind: 'form', fields: [{ name: 'grant_type', value: 'authorization_code' }] },
        },
      },
    ],
  },
};

function read(document: object): { readonly text: string; readonly facts: readonly RequestFact[] } {
  const text = JSON.stringify(document, null, 2);
  const facts = flowFacts(document as JsonValue, () => openJsonText(text), context);
  return { text, facts: (facts ?? []).filter((fact) => fact.kind === 'request') };
}

describe('a saved flow', () => {
  test('has the requests of its steps, without the fields that are left out', () => {
    const { facts } = read(flow);
    expect(facts.map(({ method, host, segments }) => [method, host, segments.join('/')])).toEqual([
      ['GET', 'authorization', 'e-1/as/authorize'],
      ['POST', 'relative', 'as/token'],
    ]);
    expect([...(facts[0]?.query.keys() ?? [])]).toEqual(['response_type', 'scope']);
    expect(facts[1]?.form.get('grant_type')).toEqual(['authorization_code']);
    expect(facts[0]?.client).toMatchObject({ isPublic: true });
  });

  test('that is for another server is held against that server', () => {
    expect(read({ ...flow, target: 'elsewhere' }).facts.map(({ host }) => host)).toEqual([
      'authorization',
      'other',
    ]);
  });

  test('is mended field by field', () => {
    const { text, facts } = read(flow);
    const of = { part: 'query', name: 'scope' } as const;
    const edits = facts[0]?.edit([{ kind: 'replace', of, from: ' p1:read:env:user', to: '' }]) ?? [];
    expect(applyEdits(text, edits)).toBe(text.replace('openid p1:read:env:user', 'openid'));
  });

  test('is mended in the field that is sent, not in the one before it that is left out', () => {
    const fields = [
      { name: 'scope', value: 'openid', isOmitted: true },
      { name: 'scope', value: 'email' },
    ];
    const request = { origin: '{{issuer}}', path: '/as/authorize', query: fields };
    const steps = [{ act: 'browse', id: 'a', request }];
    const { facts } = read({ ...flow, script: { title: 'Code', steps } });
    const { pointer } = facts[0]?.locate({ part: 'query', name: 'scope' }) ?? {};
    expect(pointer).toBe('/script/steps/0/request/query/1/value');
  });

  test('is told from other documents', () => {
    expect(flowFacts({ kind: 'x' }, () => openJsonText('{}'), context)).toBeNull();
  });
});

describe('an import job', () => {
  const job = {
    version: 1,
    id: 'import-1',
    name: 'Consents',
    createdAtMillis: 0,
    source: { file: 'a.csv', name: 'a.csv', sizeBytes: 1 },
    target: 'stage',
    loading: { pace: { mode: 'told', perSecond: 50, burst: 5 } },
  };
  const facts = (document: object) =>
    importJobFacts(document as JsonValue, () => openJsonText(JSON.stringify(document)), context);

  test('is the request that it sends for each row', () => {
    expect(facts(job)).toMatchObject([
      {
        method: 'POST',
        host: 'platform',
        segments: ['environments', 'e-1', 'users', '{{user}}', 'agreementConsents', '{{agreement}}'],
        client: { perSecond: 50 },
      },
    ]);
    const [fact] = facts(job) ?? [];
    expect(fact?.kind === 'request' && fact.headers.get('content-type')).toBe(
      'application/vnd.gatehouse.consent.accept+json',
    );
  });

  test('says of its requests as a whole how fast they are', () => {
    const pointerOf = (document: object) => facts(document)?.[0]?.locate({ part: 'whole' }).pointer;
    expect(pointerOf(job)).toBe('/loading/pace/perSecond');
    expect(pointerOf({ ...job, loading: {} })).toBe('/target');
  });

  test('without a target sends nothing yet', () => {
    expect(facts({ ...job, target: null })).toEqual([]);
  });

  test('is told from other documents', () => {
    expect(facts({ version: 2 })).toBeNull();
  });
});
