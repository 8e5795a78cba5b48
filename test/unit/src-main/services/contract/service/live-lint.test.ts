import { afterEach, expect, test, vi } from 'vitest';
import { type PackedExchange, packExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { contractTasks } from '#main/services/contract/linting/contract-tasks.ts';
import type { LintContext } from '#main/services/contract/linting/lint-context.ts';
import { followExchanges, type LiveLint } from '#main/services/contract/service/live-lint.ts';
import { contractHistory } from '#test/support/contract.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

const hosted = 'http://127.0.0.1:9034';
/** A platform on this machine that somebody else runs. */
const neighbour = 'http://127.0.0.1:7000';
const context: LintContext = {
  platformUrls: [`${hosted}/v1`, `${neighbour}/v1`],
  authorizationUrls: [],
  variables: {},
  publicClients: {},
  issuers: {},
  platforms: {},
  mediaType: 'acme',
  limitsPerSecond: {},
  nowMillis: Date.UTC(2026, 5, 1),
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
    clock: { nowMillis: () => Date.now() },
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

test('what came earlier is seen again by the rules, and neither counted nor found again', async () => {
  const { send } = following();
  await send({ origin: neighbour });
  const found = lint.findings().length;
  await send({ origin: neighbour, target: '/v1/environments/e1/users' });
  expect(lint.counts()).toMatchObject({ requests: 2, known: 2 });
  expect(lint.findings()).toHaveLength(found);
});

test('a flood is looked at in part, and how much of it was not is said', async () => {
  const { send } = following();
  const flood = Array.from({ length: 400 }, () => ({ origin: neighbour }));
  await send(...flood);
  expect([lint.counts().requests, lint.skipped()]).toEqual([300, 100]);
  // A second and a tenth later there is room for as many as are looked at meanwhile, and no more.
  await send(...flood);
  expect([lint.counts().requests, lint.skipped()]).toEqual([322, 478]);
  await vi.advanceTimersByTimeAsync(60_000);
  await send(...flood);
  expect(lint.counts().requests).toBe(622);
});
