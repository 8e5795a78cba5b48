import { useAnnounced } from '#renderer/ui/announcer.tsx';
import { Bar } from '#renderer/ui/bar.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { formatTime } from '#renderer/words/format.ts';
import type { AttackRun } from '#shared/api/index.ts';
import { verdicts } from '#shared/attacks/index.ts';
import { changeView } from './attack-view.ts';
import { ReportMenu } from './report-menu.tsx';
import { FoundAboutServer, SharedReasons } from './run-remarks.tsx';
import { type AttackModeState, isOpen } from './use-attack-mode.ts';
import { VerdictCount, verdictWord } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

function countsOf({ counts }: AttackRun) {
  return verdicts.map((verdict) => [verdict, counts[verdict] ?? 0] as const).filter(([, count]) => count > 0);
}

/**
 * Returns the screen reader announcement for a run: that it is in progress, then its result; individual cases are not
 * announced.
 */
function spokenRun(run: AttackRun): string {
  const state = messages.states[run.state];
  if (isOpen(run)) return state;
  return `${state} ${messages.counts(countsOf(run).map(([verdict, count]) => messages.count(count, verdictWord(verdict))))}`;
}

/** The results of a run so far. */
function RunSummary({ run }: { readonly run: AttackRun }) {
  const counts = countsOf(run);
  return (
    <>
      <span className="row wraps attack-counts">
        {isOpen(run) ? (
          <>
            <Bar label={messages.progress} done={run.done} total={run.total} />
            <span className="mono muted">{messages.done(run.done, run.total)}</span>
          </>
        ) : (
          <span className="muted">{messages.states[run.state]}</span>
        )}
        {counts.map(([verdict, count]) => (
          <VerdictCount key={verdict} of={verdict} count={count} />
        ))}
      </span>
    </>
  );
}

function runLabel({ startedAtMillis, start, total }: AttackRun): string {
  return messages.runLabel(
    formatTime(startedAtMillis),
    start.target ?? messages.profiles[start.profile],
    total,
  );
}

/** Under the toolbar: the target, then the progress of the run, its name, and its report. */
export function AttackStrip({ state }: { readonly state: AttackModeState }) {
  const { run, runs, target } = state;
  useAnnounced(run === null ? '' : spokenRun(run));
  return (
    <div className="attack-strip">
      {target === undefined ? null : (
        <p className="help">{target.name === null ? messages.hosted : messages.external(target.origin)}</p>
      )}
      {run === null ? null : (
        <div className="row wraps attack-run">
          <RunSummary run={run} />
          <span className="push row">
            {runs.length < 2 ? null : (
              <Select
                label={messages.run}
                options={runs.map((each) => ({ id: each.id, label: runLabel(each) }))}
                value={run.id}
                onChange={(runId) => changeView({ runId })}
              />
            )}
            <FoundAboutServer remarks={run.remarks} />
            <ReportMenu onSave={state.saveReport} />
          </span>
        </div>
      )}
      {run === null ? null : <SharedReasons remarks={run.remarks} />}
    </div>
  );
}
