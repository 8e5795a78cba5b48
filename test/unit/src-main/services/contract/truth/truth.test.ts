import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { contractTasks } from '#main/services/contract/linting/contract-tasks.ts';
import { untoldAt } from '#main/services/contract/pure/index.ts';
import { holdsAt, type LintFinding } from '#shared/contract/index.ts';
import { contractHistory } from '#test/support/contract.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';
import { newest, truthContext } from './context.ts';
import { startContractService } from './service.ts';

const folder = new URL('../../../../../fixtures/contract/truth/', import.meta.url);
const { usages } = JSON.parse(readFileSync(new URL('verdicts.json', folder), 'utf8')) as {
  /** The rule that a file breaks; null: none. */
  readonly usages: Readonly<Record<string, string | null>>;
};
const files = Object.keys(usages);
const tasks = contractTasks(() => contractHistory);

/** The rules that break on the newest day. */
function rulesOf(findings: readonly LintFinding[]): readonly string[] {
  const holding = findings.filter(({ holds, severity }) => holdsAt(holds, newest) && severity !== 'info');
  return [...new Set(holding.map(({ id }) => id))];
}

/** The files with breaking calls on the newest day, and the gaps. */
async function verdicts() {
  const found: { file: string; rules: readonly string[]; isOpen: boolean }[] = [];
  for (const file of files) {
    const path = fileURLToPath(new URL(file, folder));
    const linted = await tasks.lintFile({ context: truthContext, path, file, kind: null }, {} as never);
    const untold = untoldAt(linted.untold, new Set(), newest);
    found.push({
      file,
      rules: rulesOf(linted.findings),
      isOpen: untold.count + linted.errors.length + linted.counts.otherHosts > 0,
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

  test('the same holds in the report and on the screen after 10,000 live exchanges, each of which breaks', async () => {
    const running = startContractService();
    onTestFinished(async () => {
      vi.useRealTimers();
      await running.stop();
    });
    const { service } = running;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    running.send(Array.from({ length: 10_000 }, (_, index) => packExchange(`x-${index}`, live(index), true)));
    // Half of the files are there before the live requests are looked at, and half come after.
    for (const file of files.slice(0, 30)) await running.add(file, new URL(file, folder));
    await vi.advanceTimersByTimeAsync(60_000);
    for (const file of files.slice(30)) await running.add(file, new URL(file, folder));
    vi.useRealTimers();
    const report = service.report(null);
    expect(report.coverage).toMatchObject({
      artefacts: 61,
      skipped: 0,
      otherHosts: 0,
      untold: { count: 0 },
    });
    expect(report).toMatchObject({ errors: [], omitted: 0 });
    for (const { findings } of [report, service.state()]) expect(verdictsIn(findings)).toEqual(expected);
    const seen = report.findings.filter(({ artefact }) => artefact === 'activity');
    expect(seen.map(({ id, repeats }) => [id, repeats?.count])).toEqual([['CC-022', 10_000]]);
  }, 60_000);
});

/** The verdicts on the files, in the findings on all work. */
function verdictsIn(findings: readonly LintFinding[]) {
  return files.map((file) => {
    const own = findings.filter(({ location }) => location.file === file);
    return { file, rules: rulesOf(own), isOpen: false };
  });
}

function live(index: number) {
  return exchangeDraft({
    side: 'client',
    service: 'connectorHost',
    origin: 'https://api.platform.example',
    method: 'GET',
    target: `/v1/environments/e-${index}/deviceAuthenticationPolicy`,
    requestHeaders: [],
    requestBody: '',
    responseHeaders: [],
    responseBody: '',
    tags: [],
  });
}
