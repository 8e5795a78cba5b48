import { afterEach, describe, expect, test, vi } from 'vitest';
import { type PackedExchange, packExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { contractTasks } from '#main/services/contract/linting/contract-tasks.ts';
import type { LintContext } from '#main/services/contract/linting/lint-context.ts';
import { followExchanges, type LiveLint } from '#main/services/contract/service/live-lint.ts';
import { holdsAt } from '#shared/contract/index.ts';
import { contractHistory } from '#test/support/contract.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { plainLintContext } from '#test/support/lint-context.ts';

const hosted = 'http://127.0.0.1:9034';
/** A platform on this machine that somebody else runs. */
const neighbour = 'http://127.0.0.1:7000';
const context: LintContext = {
  ...plainLintContext,
  platformUrls: [`${hosted}/v1`, `${neighbour}/v1`],
};

let lint: LiveLint;
afterEach(() => {
  lint.close();
  vi.useRealTimers();
});

/** Follows exchanges that the story sends; time stands still until it says so. */
function following(): { send(...drafts: readonly Partial<ExchangeDraft>[]): Promise<void> } {
  vi.useFakeTimers();
  const tasks = contractTasks(() => contractHistory);
  let tell: (exchanges: readonly PackedExchange[]) => void = () => undefined;
  let sent = 0;
  lint = followExchanges({
    contractDate: () => '2022-06-06',
    context: () => context,
    hostedUrls: () => [hosted],
    changed: () => undefined,
    noteExchanges: () => undefined,
    follow(listener: (batch: { readonly exchanges: readonly PackedExchange[] }) => void) {
      tell = (exchanges) => listener({ exchanges });
      return () => undefined;
    },
    worker: {
      run: (name: 'lintExchanges', input: never) => tasks[name](input, {} as never),
    },
  } as never);
  return {
    async send(...drafts) {
      tell(
        drafts.map((draft) =>
          packExchange(`x-${(sent += 1)}`, exchangeDraft({ ...plainCall, ...draft }), true),
        ),
      );
      await vi.advanceTimersByTimeAsync(1_100);
    },
  };
}

const plainCall: Partial<ExchangeDraft> = {
  side: 'client',
  service: 'connectorHost',
  method: 'GET',
  target: '/v1/environments/e1/deviceAuthenticationPolicy',
  requestHeaders: [],
  requestBody: '',
  responseHeaders: [],
  responseBody: '',
  tags: [],
};

test('a call to a platform of this machine that is not hosted here is looked at as it was sent', async () => {
  const { send } = following();
  await send({ origin: neighbour });
  expect(lint.counts()).toMatchObject({ requests: 1, known: 1 });
  expect(lint.findings().map(({ id }) => id)).toContain('CC-022');
});

test('a call to a hosted service is looked at once: as it was answered', async () => {
  const { send } = following();
  await send({ origin: hosted }, { origin: hosted, side: 'server', service: 'platform' });
  expect(lint.counts().requests).toBe(1);
});

/** A service of this workspace that is not held against the contract. */
const upstream = 'http://127.0.0.1:9035';

test('a call to another host is counted and named, so that it is asked about', async () => {
  const { send } = following();
  await send(
    { origin: 'https://api.vendor.example', target: '/things' },
    { origin: 'https://api.vendor.example', target: '/things?page=2' },
    { origin: 'https://API.vendor.example:443', service: 'imported' },
    { origin: upstream, side: 'server', service: 'sampleUpstreams' },
  );
  expect(lint.counts()).toMatchObject({ requests: 0, otherHosts: 3 });
  expect([...lint.counts().hosts]).toEqual([['api.vendor.example', 3]]);
  expect([lint.findings(), lint.skipped()]).toEqual([[], 0]);
  lint.forget();
  expect(lint.counts().otherHosts).toBe(0);
});

test('calls to very many hosts are counted without a name for each', async () => {
  const { send } = following();
  await send(
    ...Array.from({ length: 3_000 }, (_, index) => ({ origin: `https://h${index}.vendor.example` })),
  );
  expect(lint.counts().otherHosts).toBe(3_000);
  expect(lint.counts().hosts.size).toBeLessThan(1_100);
});

test('what came earlier is seen again by the rules, and neither counted nor found again', async () => {
  const { send } = following();
  await send({ origin: neighbour });
  const found = lint.findings().length;
  await send({ origin: neighbour, target: '/v1/environments/e1/users' });
  expect(lint.counts()).toMatchObject({ requests: 2, known: 2 });
  expect(lint.findings()).toHaveLength(found);
});

/** A bulk load of consents as it is to be: nothing of it breaks today. */
const consents = (count: number): readonly Partial<ExchangeDraft>[] =>
  Array.from({ length: count }, (_, index) => ({
    origin: neighbour,
    method: 'POST',
    target: `/v1/environments/e1/users/u-${index}/agreementConsents/3f2504e0-4f89-41d3-9a0c-0305e82c3301`,
    requestHeaders: ['Content-Type', 'application/vnd.acme.consent.accept+json'],
    requestBody: JSON.stringify({
      language: { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3302' },
      revision: { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3303' },
      consentedAt: '2024-01-02T03:04:05Z',
    }),
    startedAtMillis: Date.UTC(2026, 5, 1) + index,
  }));

/** Findings that count on the newest day of the contract. */
const inForce = () => lint.findings().filter(({ holds }) => holdsAt(holds, '2022-06-06'));

describe('after 10,000 exchanges of a consent load', () => {
  test('the one call that breaks is found at once, and is the first', async () => {
    const { send } = following();
    await send(...consents(10_000));
    expect(inForce()).toEqual([]);
    await send({
      origin: neighbour,
      target: '/v1/environments/e1/activities?filter=action.type%20in%20(%22A%22)',
    });
    expect(lint.skipped()).toBeGreaterThan(0);
    expect(inForce().map(({ id }) => id)).toEqual(['CC-001']);
    expect(lint.findings()[0]?.id).toBe('CC-001');
  });

  test('all of it is looked at in the end, and what repeats is one finding with a count', async () => {
    const { send } = following();
    await send(...consents(10_000));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([lint.counts().requests, lint.skipped(), lint.omitted()]).toEqual([10_000, 0, []]);
    const consent = lint.findings().filter(({ id }) => id === 'CS-027');
    expect(consent).toHaveLength(1);
    expect(consent[0]).toMatchObject({
      location: { endpoint: 'POST /environments/{}/users/{}/agreementConsents/{}' },
      repeats: {
        count: 10_000,
        firstAt: '2026-06-01T00:00:00.000Z',
        lastAt: '2026-06-01T00:00:09.999Z',
      },
    });
  });
});

test('calls of the same endpoint that break differently are all found', async () => {
  const { send } = following();
  const [good] = consents(1);
  await send(...consents(2_000), { ...good, requestBody: '{}' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(new Set(inForce().map(({ id }) => id))).toEqual(new Set(['CC-029']));
  expect(inForce().length).toBeGreaterThan(0);
});

test('a body that was not recorded is said not to have been looked at', async () => {
  const { send } = following();
  const [one] = consents(1);
  await send({ ...one, requestBody: 'x'.repeat(300_000) });
  expect(lint.skipped()).toBe(1);
});
