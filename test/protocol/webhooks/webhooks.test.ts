import { type IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { type AuditEventType, auditEvents } from '#shared/oauth/index.ts';
import { startRemote } from '#test/support/connectors.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { clientCredentials, signInByHand, tokenRequest } from '#test/support/people.ts';
import { startedAnew } from '#test/support/started.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const secret = `whsec_${Buffer.from('a key of the receiver, 32 bytes!').toString('base64')}`;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly subject: string;
    readonly timestamp: string;
    readonly source: string;
    readonly data: Readonly<Record<string, string>>;
  };
}

let received: Received[];
let answerWith: () => number;
let running: TestEngine;

async function begin(events: readonly string[] = ['*'], more: object = {}): Promise<void> {
  running = await startTestEngine({
    storage: await openTestStorage(folder.path),
    files: {
      ...ordinaryFiles,
      'webhooks/siem.json': { url: `${receiver.origin}/events`, secret, events, ...more },
    },
  });
}

const folder = startedAnew(temporaryDirectory);
const receiver = startedAnew(() => {
  received = [];
  answerWith = () => 204;
  return startRemote(({ headers, body: text }, response) => {
    const status = answerWith();
    if (status < 300) received.push({ headers, text, event: JSON.parse(text) as Received['event'] });
    response.writeHead(status).end();
  });
});
afterEach(() => running.stop());

const issue = (client: readonly [string, string] = ['batch-job', 'planted-batch-secret']) =>
  clientCredentials(running.authorizationServer, client);
const types = () => received.map(({ event }) => event.type);

async function wholeFlow(): Promise<void> {
  const redirectUri = `${running.upstreams}/cb`;
  const callback = await signInByHand({
    authorizationServer: running.authorizationServer,
    query: { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri },
    username: 'ann',
    password: 'planted-password',
  });
  const code = callback.searchParams.get('code') ?? '';
  await tokenRequest(running.authorizationServer, ['portal-web', 'planted-client-secret'], {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });
}

describe('a subscriber of audit events', () => {
  test('is told of what happened, signed so that somebody else’s library verifies it', async () => {
    await begin();
    await issue();
    const [first] = await eventually(() => (received.length > 0 ? received : null));
    expect(first?.event).toEqual({
      id: expect.stringMatching(/^[\w-]{28}$/),
      type: 'token.issued',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      source: running.authorizationServer,
      subject: 'batch-job',
      data: { clientId: 'batch-job', scope: 'orders.read', grantType: 'client_credentials' },
    });
    const headers = first?.headers as Record<string, string>;
    expect(headers['webhook-id']).toBe(first?.event.id);
    expect(new Webhook(secret).verify(first?.text ?? '', headers)).toMatchObject({ type: 'token.issued' });
    expect(() => new Webhook(secret).verify(`${first?.text} `, headers)).toThrow();
  });

  test('hears all of one subject in the order in which it happened', async () => {
    await begin();
    await wholeFlow();
    await eventually(() => (types().includes('token.issued') ? true : null));
    expect(received.filter(({ event }) => event.subject === 'ann').map(({ event }) => event.type)).toEqual([
      'user.signed_in',
      'consent.granted',
      'code.issued',
      'token.issued',
    ]);
  });

  test('is told only of the types that it wants', async () => {
    await begin(['consent.*', 'client.authentication_failed']);
    await wholeFlow();
    await issue(['batch-job', 'wrong']);
    await eventually(() => (received.length === 2 ? true : null));
    expect(types().toSorted()).toEqual(['client.authentication_failed', 'consent.granted']);
  });

  test('gets no token, code or secret', async () => {
    await begin();
    await wholeFlow();
    await eventually(() => (types().includes('token.issued') ? true : null));
    for (const { event } of received) {
      const known: readonly string[] = auditEvents[event.type as AuditEventType].fields;
      expect(Object.keys(event.data).filter((name) => !known.includes(name))).toEqual([]);
      expect(JSON.stringify(event.data)).not.toMatch(/planted/);
    }
  });

  test('that refuses is tried again until it takes it, and nothing overtakes', async () => {
    let refusals = 2;
    answerWith = () => ((refusals -= 1) >= 0 ? 500 : 200);
    await begin();
    await wholeFlow();
    await eventually(() => (running.engine.webhooks.problems().length > 0 ? true : null));
    expect(running.engine.problems().find(({ code }) => code === 'webhook.failing')).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining('responded with status 500'),
    });
    await eventually(() => (types().includes('token.issued') ? true : null));
    expect(types().filter((type) => type !== 'authorization.refused')).toEqual([
      'user.signed_in',
      'consent.granted',
      'code.issued',
      'token.issued',
    ]);
    expect(running.engine.webhooks.problems()).toEqual([]);
    await eventually(() => (running.engine.webhooks.status()[0]?.pending === 0 ? true : null));
    expect(running.engine.webhooks.status()).toMatchObject([
      { name: 'siem', pending: 0, lost: 0, lastError: null },
    ]);
  });

  test('that was down hears after a restart what happened before', async () => {
    answerWith = () => 503;
    await begin();
    await issue();
    await eventually(() => (running.engine.webhooks.status()[0]?.lastError === null ? null : true));
    await running.stop();
    answerWith = () => 200;
    await begin();
    await eventually(() => (received.length > 0 ? true : null));
    expect(types()).toEqual(['token.issued']);
  });

  test('that is disabled hears nothing', async () => {
    await begin(['*'], { enabled: false });
    await issue();
    expect(running.engine.webhooks.status()).toMatchObject([{ pending: 0, delivered: 0 }]);
  });

  test('can be tried out', async () => {
    await begin([]);
    running.engine.webhooks.test('siem');
    await eventually(() => (received.length > 0 ? true : null));
    expect(types()).toEqual(['webhook.test']);
    expect(() => running.engine.webhooks.test('nobody')).toThrow('The webhook nobody does not exist.');
  });

  test('its deliveries stand in Activity like any other exchange', async () => {
    await begin();
    await issue();
    await eventually(() => (received.length > 0 ? true : null));
    running.engine.recorder.flush();
    const { items } = await running.engine.ports.storage.exchanges.page({ limit: 10, tag: 'webhook:siem' });
    expect(items[0]).toMatchObject({ side: 'client', response: { status: 204 } });
    expect(items[0]?.tags).toContain('event:token.issued');
  });
});
