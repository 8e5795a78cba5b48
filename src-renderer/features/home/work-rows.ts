import type { RecentWork } from '#shared/api/index.ts';
import { worstVerdict } from '#shared/attacks/worst-verdict.ts';
import { assertNever } from '#shared/errors/assert-never.ts';
import type { Verdict } from '../../ui/icon.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { connectorName } from '../../workbench/addresses.ts';

const messages = sharedMessages.home;
const { states, outcome, act } = messages;

export type Area = 'flows' | 'attack' | 'throttle' | 'consents' | 'contract' | 'connectors' | 'files';

/** A verdict, or a state in a word. `stopped` waits to be gone on with. */
export type WorkStatus =
  | { readonly verdict: Verdict }
  | { readonly word: string; readonly isStopped?: boolean };

/** A row of Continue, in words. */
export interface WorkRow {
  readonly area: Area;
  readonly name: string;
  /** The name is that of a file or a host. */
  readonly isMono: boolean;
  readonly status: WorkStatus;
  readonly text: string;
  readonly act: string;
  /** It waits for a person. */
  readonly isWaiting: boolean;
}

type Of<Kind extends RecentWork['kind']> = Extract<RecentWork, { kind: Kind }>;
type Rest = Pick<WorkRow, 'status' | 'text' | 'act'> & { readonly isWaiting?: boolean };

function runRest({ state, note, requests, tokens, refusedStep }: Of<'run'>): Rest {
  switch (state) {
    case 'passed':
      return {
        status: { verdict: 'passed' },
        text: outcome.passed(requests, tokens.join(', ')),
        act: act.runAgain,
      };
    case 'failed':
      return {
        status: { verdict: 'failed' },
        text: refusedStep === null ? note : outcome.refused(refusedStep, note),
        act: act.runAgain,
      };
    case 'cancelled':
      return { status: { word: states.cancelled }, text: outcome.ended, act: act.runAgain };
    case 'paused':
      return {
        status: { word: states.held, isStopped: true },
        text: outcome.held,
        act: act.open,
        isWaiting: true,
      };
    case 'waiting-for-browser':
      return {
        status: { word: states.waits, isStopped: true },
        text: outcome.waits,
        act: act.open,
        isWaiting: true,
      };
    case 'running':
      return { status: { word: states.running }, text: outcome.runs, act: act.open };
    default:
      return assertNever(state);
  }
}

/** The verdict of a run of the catalogue: a case that nobody could decide is not taken for a pass. */
function attackVerdict({ counts }: Of<'attack'>): Verdict {
  const verdicts = ['FAILED', 'INCONCLUSIVE', 'WARNING', 'REVIEW', 'PASSED', 'SKIPPED'] as const;
  const worst = worstVerdict(verdicts.filter((verdict) => (counts[verdict] ?? 0) > 0));
  return worst.toLowerCase() as Lowercase<typeof worst>;
}

function attackRest(work: Of<'attack'>): Rest {
  const { state, counts, failed, done, total } = work;
  const text = outcome.attack(
    (['FAILED', 'INCONCLUSIVE', 'WARNING', 'REVIEW'] as const).map(
      (verdict) => [verdict, counts[verdict] ?? 0] as const,
    ),
    done,
  );
  switch (state) {
    case 'running':
      return { status: { word: states.running }, text: outcome.going(done, total), act: act.open };
    case 'paused':
      return {
        status: { word: states.stopped, isStopped: true },
        text: outcome.going(done, total),
        act: act.open,
        isWaiting: true,
      };
    case 'cancelled':
      return { status: { word: states.cancelled }, text, act: act.results };
    case 'failed':
      return { status: { word: states.failed }, text: outcome.going(done, total), act: act.results };
    case 'done':
      return {
        status: { verdict: attackVerdict(work) },
        text,
        act: failed.length === 0 ? act.results : act.runFailed(failed.length),
      };
    default:
      return assertNever(state);
  }
}

function importRest({ state, rows, counts }: Of<'import'>): Rest {
  const { accepted, already, failed, total } = counts;
  const settled = accepted + already + failed;
  switch (state) {
    case 'receiving':
    case 'editing':
      return {
        status: { word: states.draft },
        text: rows === null ? outcome.noRows : outcome.rows(rows),
        act: act.openImport,
      };
    case 'ready':
      return {
        status: { word: states.ready },
        text: outcome.planned(total),
        act: act.openImport,
        isWaiting: true,
      };
    case 'loading':
    case 'undoing':
      return { status: { word: states.running }, text: outcome.loading(settled, total), act: act.openImport };
    case 'paused':
    case 'halted':
      return {
        status: { word: states.stopped, isStopped: true },
        text: outcome.stopped(settled, total),
        act: act.resumeLoad,
        isWaiting: true,
      };
    case 'cancelled':
      return {
        status: { word: states.cancelled },
        text: outcome.loaded(accepted, failed, total),
        act: act.report,
      };
    case 'loaded':
      return {
        status: { verdict: failed === 0 ? 'passed' : 'warning' },
        text: outcome.loaded(accepted, failed, total),
        act: act.report,
      };
    case 'undone':
      return { status: { word: states.undone }, text: outcome.undone, act: act.report };
    default:
      return assertNever(state);
  }
}

function findingsRest({ findings, errors }: Of<'findings'>): Rest {
  const verdict = errors > 0 ? 'failed' : findings > 0 ? 'warning' : 'passed';
  return { status: { verdict }, text: outcome.findings(findings), act: act.findings };
}

function connectorRest({ isPassed, durationMillis, note }: Of<'connector'>): Rest {
  return {
    status: { verdict: isPassed ? 'passed' : 'failed' },
    text: isPassed ? outcome.connected(durationMillis) : note === '' ? outcome.notConnected : note,
    act: act.console,
  };
}

function routeName(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.json$/, '');
}

/** Says what a piece of work is, how it ended, and how to go on with it. */
export function workRow(work: RecentWork): WorkRow {
  const row = (area: Area, name: string, isMono: boolean, rest: Rest): WorkRow => ({
    area,
    name,
    isMono,
    isWaiting: false,
    ...rest,
  });
  switch (work.kind) {
    case 'run':
      return row('flows', messages.run(work.title, work.number), false, runRest(work));
    case 'attack': {
      const { target } = work.start;
      return row('attack', target ?? messages.hostedServer, target !== null, attackRest(work));
    }
    case 'import':
      return row('consents', work.name, false, importRest(work));
    case 'simulation':
      return row('throttle', routeName(work.file), true, {
        status: { word: states.simulated },
        text: outcome.simulated(work.refused, work.requests),
        act: act.simulate,
      });
    case 'findings': {
      const name = work.sources.at(-1) ?? '';
      return row('contract', messages.andMore(name, work.sources.length - 1), true, findingsRest(work));
    }
    case 'connector':
      return row('connectors', connectorName(work.file), true, connectorRest(work));
    case 'draft':
      return row('files', work.file, true, {
        status: { word: states.draft },
        text: outcome.draft,
        act: act.open,
      });
    default:
      return assertNever(work);
  }
}

/** A piece of work, its row, and how long ago it was. */
export interface AgedRow {
  readonly work: RecentWork;
  readonly row: WorkRow;
  readonly ageMillis: number;
}

/** The rows of Continue: what waits for a person first, then by age. */
export function workRows(
  works: readonly { readonly work: RecentWork; readonly ageMillis: number }[],
): readonly AgedRow[] {
  return works
    .map(({ work, ageMillis }) => ({ work, row: workRow(work), ageMillis }))
    .toSorted(
      (one, other) =>
        Number(other.row.isWaiting) - Number(one.row.isWaiting) || one.ageMillis - other.ageMillis,
    );
}
