import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { type PackedExchange, packExchange } from '#main/platform/exchange-codec.ts';
import { contractTasks } from '#main/services/contract/linting/contract-tasks.ts';
import type { LintContext } from '#main/services/contract/linting/lint-context.ts';
import { followExchanges } from '#main/services/contract/service/live-lint.ts';
import { holdsAt } from '#shared/contract/index.ts';
import { contractHistory } from '#test/support/contract.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

const folder = new URL('../../../../../fixtures/contract/truth/', import.meta.url);
const { usages } = JSON.parse(readFileSync(new URL('verdicts.json', folder), 'utf8')) as {
  /** The rule that a file breaks; null: none. */
  readonly usages: Readonly<Record<string, string | null>>;
};
const files = Object.keys(usages);
const context: LintContext = {
  platformUrls: ['https://api.platform.example/v1'],
  authorizationUrls: ['https://auth.platform.example'],
  ownUrls: [],
  variables: {},
  publicClients: {},
  issuers: {},
  platforms: {},
  mediaType: 'acme',
  limitsPerSecond: {},
  nowMillis: Date.UTC(2026, 5, 1),
};
const newest = '2022-06-06';
const tasks = contractTasks(() => contractHistory);

/** The files with breaking calls on the newest day, and the gaps. */
async function verdicts() {
  const found: { file: string; rules: readonly string[]; isOpen: boolean }[] = [];
  for (const file of files) {
    const path = fileURLToPath(new URL(file, folder));
    const linted = await tasks.lintFile({ context, path, file, kind: null }, {} as never);
    const holding = linted.findings.filter(
      ({ holds, severity }) => holdsAt(holds, newest) && severity !== 'info',
    );
    found.push({
      file,
      rules: [...new Set(holding.map(({ id }) => id))],
      isOpen: linted.untold.length + linted.errors.length + linted.counts.otherHosts > 0,
    });
  }
  return found;
}

const expected = Object.entries(usages).map(([file, rule]) => ({
  file,
  rules: rule === null ? [] : [rule],
  isOpen: false,
}));

describe('60 usages in twelve styles, each with its verdict beside it', () => {
  test('are 30 that break 25 rules and 30 that do not, and all that lie there', () => {
    const broken = Object.values(usages).filter((rule) => rule !== null);
    expect([files.length, broken.length, new Set(broken).size]).toEqual([60, 30, 25]);
    const there = readdirSync(folder).filter((name) => name !== 'verdicts.json');
    expect(there.toSorted()).toEqual(files.toSorted());
  });

  test('30 are found, and none is found that does not break', async () => {
    expect(await verdicts()).toEqual(expected);
  });

  test('the same holds after 10,000 live exchanges', async () => {
    vi.useFakeTimers();
    let tell: (exchanges: readonly PackedExchange[]) => void = () => undefined;
    const live = followExchanges({
      context: () => context,
      hostedUrls: () => [],
      contractDate: () => newest,
      changed: () => undefined,
      noteExchanges: () => undefined,
      follow(listener: (batch: { readonly exchanges: readonly PackedExchange[] }) => void) {
        tell = (exchanges) => listener({ exchanges });
        return () => undefined;
      },
      worker: { run: (name: 'lintExchanges', input: never) => tasks[name](input, {} as never) },
    } as never);
    tell(Array.from({ length: 10_000 }, (_, index) => packExchange(`x-${index}`, groups(index), true)));
    await vi.advanceTimersByTimeAsync(60_000);
    expect([live.counts().requests, live.skipped()]).toEqual([10_000, 0]);
    live.close();
    vi.useRealTimers();
    expect(await verdicts()).toEqual(expected);
  });
});

function groups(index: number) {
  return exchangeDraft({
    side: 'client',
    service: 'connectorHost',
    origin: 'https://api.platform.example',
    method: 'GET',
    target: `/v1/environments/e1/users/u-${index}`,
    requestHeaders: [],
    requestBody: '',
    responseHeaders: [],
    responseBody: '',
    tags: [],
  });
}
