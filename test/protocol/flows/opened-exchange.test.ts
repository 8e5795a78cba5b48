import { describe, expect, test } from 'vitest';
import { unpackExchange } from '#main/platform/exchange-codec.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { ended, inState, runToEnd } from './parties.ts';

const running = startedAnew(startTestEngine);

/** The token request of an earlier run, as the hosted server recorded it. */
async function tokenRequest(): Promise<Exchange> {
  const seen: Exchange[] = [];
  running.engine.recorder.follow(
    ({ exchanges }) => void seen.push(...exchanges.map((each) => unpackExchange(each))),
  );
  await runToEnd(running, { kind: 'code-pkce', clientId: 'portal-web' });
  return eventually(
    () =>
      seen.find(({ side, request }) => side === 'server' && request.target === '/as/token.oauth2') ?? null,
  );
}

describe('a recorded request, opened in Flows', () => {
  test('waits until it is sent, and goes out as it was: the used code is refused', async () => {
    const run = await inState(
      running,
      await running.engine.flows.openExchange(await tokenRequest()),
      'paused',
    );
    expect(run).toMatchObject({
      kind: 'request',
      title: 'POST /as/token.oauth2',
      origin: { kind: 'exchange' },
      hold: { rowId: 'request', phase: 'request' },
      steps: [{ to: 'as', hasRequest: true }],
    });
    await running.engine.flows.next(run.id);
    const done = await ended(running, run);
    expect(done.steps[0]).toMatchObject({ status: 400 });
    expect(done.steps[0]?.serverExchangeId).not.toBeNull();
  });

  test('is edited like any other, and sent again', async () => {
    const { flows } = running.engine;
    const run = await flows.openExchange(await tokenRequest());
    const { request, bindings } = await flows.request(run.id, 'request');
    expect(bindings.map(({ name }) => name)).toEqual(expect.arrayContaining(['code', 'code_verifier']));
    if (request.body.kind !== 'form') throw new Error('It is a form.');
    const fields = request.body.fields.map((field) =>
      field.name === 'grant_type' ? { ...field, value: 'nonsense' } : field,
    );
    await flows.editRequest(run.id, 'request', { request: { ...request, body: { kind: 'form', fields } } });
    await flows.next(run.id);
    const done = await ended(running, run);
    const exchange = await running.engine.recorder.get(done.steps[0]?.clientExchangeId ?? '');
    expect(Buffer.from(exchange?.response?.body.bytes ?? []).toString()).toContain('unsupported_grant_type');
    const again = await flows.replay(run.id, 'run');
    expect((await ended(running, again)).steps[0]).toMatchObject({ status: 400 });
  });

  test('never shows the secrets that came with it', async () => {
    const run = await running.engine.flows.openExchange(await tokenRequest());
    const stored = run.values.filter(({ isStored }) => isStored === true);
    expect(stored.length).toBeGreaterThan(0);
    for (const { name, preview } of stored) {
      expect(preview).toMatch(/^•+$/);
      expect(() => running.engine.flows.reveal(run.id, name)).toThrowError(
        expect.objectContaining({ code: 'exchange.no-secret' }),
      );
    }
  });
});
