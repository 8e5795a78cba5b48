import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import type { LintCoverage } from '#shared/contract/report.ts';
import { elsewhereOf, standingOf } from '#shared/contract/standing.ts';
import { connectByPort } from '#test/support/api-clients.ts';
import { har, harEntry, untilContract } from '#test/support/contract-sources.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';

const running = startedAnew(startTestEngine);
const connected = startedAnew(() => connectByPort(running.engine));
beforeEach(async () => {
  // The linter is made when it is asked for.
  await connected.client.contractHistory.state();
});

const environment = () => `${running.platform}/v1/environments/9d4e0b5a-6c1f-4f0e-8a37-2b6d1c0e5f48`;
const call = (path: string) =>
  fetch(`${environment()}${path}`, { headers: { authorization: 'Bearer planted-secret-of-a-person' } });
const live = () =>
  untilContract(connected.client, ({ findings }) =>
    findings.some(({ artefact }) => artefact === 'activity'),
  ).then(({ findings }) => findings.filter(({ artefact }) => artefact === 'activity'));

describe('a call that the contract breaks', () => {
  test('is a finding that names its exchange, and is marked in the activity log', async () => {
    await call('/users');
    await call('/deviceAuthenticationPolicy');
    const findings = await live();
    expect(findings.map(({ id }) => id)).toContain('CC-022');
    const { exchangeId = '' } = findings[0]?.location ?? {};
    const rows = await eventually(async () => {
      const { items } = await connected.client.activity.window({ filter: 'is:contract', from: 0, limit: 10 });
      return items.length === 0 ? null : items;
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ id: exchangeId, contract: expect.arrayContaining(['CC-022']) });
    expect(JSON.stringify(findings)).not.toContain('planted-secret');
  });

  test('does not keep its exchange for ever: only what a person noted does', async () => {
    await call('/deviceAuthenticationPolicy');
    await live();
    const noted = await running.engine.ports.storage.records.list('exchange-note');
    expect(noted).toEqual([]);
  });

  test('keeps its mark when a person pins it, and loses the pin alone', async () => {
    await call('/deviceAuthenticationPolicy');
    const [finding] = await live();
    const ids = [finding?.location.exchangeId ?? ''];
    await connected.client.activity.pin({ ids, isPinned: true });
    await connected.client.activity.pin({ ids, isPinned: false });
    const { items } = await connected.client.activity.window({ filter: 'is:contract', from: 0, limit: 10 });
    expect(items[0]).toMatchObject({ isPinned: false, contract: expect.arrayContaining(['CC-022']) });
  });
});

test('calls to other hosted services are not held against it', async () => {
  await fetch(`${running.upstreams}/environments/e/deviceAuthenticationPolicy`);
  await call('/users');
  const { sources } = await untilContract(connected.client, (state) =>
    state.sources.some(({ kind, requests }) => kind === 'activity' && requests > 0),
  );
  const [activity] = sources.filter(({ kind }) => kind === 'activity');
  expect(activity).toMatchObject({ requests: 1, findings: 0 });
});

test('a call to another host is counted and asked about: nothing is said to be clean', async () => {
  const { client } = connected;
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/v1/environments/e/deviceAuthenticationPolicy`;
  await client.exchanges.importHar({ text: har([harEntry('GET', url)]) });
  const imported = await eventually(
    async () => (await client.exchanges.list({ service: 'imported', limit: 1 })).items[0] ?? null,
  );
  await client.exchanges.replay({ id: imported.id });
  const asked = ({ coverage }: { readonly coverage: LintCoverage }) =>
    coverage.hosts.find(({ host }) => host === origin);
  const state = await untilContract(client, (each) => asked(each) !== undefined);
  expect(asked(state)).toEqual({ host: origin, count: 1, isTold: false });
  expect(elsewhereOf(state.coverage).open).toBe(1);
  expect(standingOf({ ...state, omitted: 0, findings: [] })).toBe('open');
  server.close();
});

test('a recording that is imported into Activity is looked at too', async () => {
  const text = har([harEntry('GET', `${environment()}/deviceAuthenticationPolicy`)]);
  await connected.client.exchanges.importHar({ text });
  const findings = await live();
  expect(findings.map(({ id }) => id)).toContain('CC-022');
  const { exchangeId = '' } = findings[0]?.location ?? {};
  expect(exchangeId).toMatch(/^h/);
});
