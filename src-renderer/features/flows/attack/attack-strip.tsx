import { useAnnounced } from '#renderer/ui/announcer.tsx';
import { Bar } from '#renderer/ui/bar.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { formatElapsed, formatTime } from '#renderer/words/format.ts';
import type { AttackRun } from '#shared/api/index.ts';
import { changeView } from './attack-view.ts';
import { ReportMenu } from './report-menu.tsx';
import { largerRun, openVerdicts, verdictColumns } from './results.ts';
import { FoundAboutServer, SharedReasons } from './run-remarks.tsx';
import { type AttackModeState, isOpen } from './use-attack-mode.ts';
import { VerdictChips } from './verdict-chips.tsx';
import { verdictWord } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

function countsOf({ counts }: AttackRun) {
  return verdictColumns
    .map((verdict) => [verdict, counts[verdict] ?? 0] as const)
    .filter(([, count]) => count > 0);
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

/** The results of a run in one line: its progress, or how many of its cases need a decision. */
function RunSummary({ run }: { readonly run: AttackRun }) {
  const open = openVerdicts.reduce((sum, verdict) => sum + (run.counts[verdict] ?? 0), 0);
  return (
    <span className="row wraps attack-counts">
      {isOpen(run) ? (
        <>
          <Bar label={messages.progress} done={run.done} total={run.total} />
          <span className="mono muted">{messages.done(run.done, run.total)}</span>
        </>
      ) : (
        <>
          <b className="strong">{messages.toLookAt(open, run.done)}</b>
          <span>{messages.states[run.state]}</span>
        </>
      )}
      <span className="muted">
        {formatTime(run.startedAtMillis)}, {formatElapsed(run.durationMillis)}
      </span>
    </span>
  );
}

/** Leads from a run of some cases back to the larger run before it. */
function BackToLarger({ run, runs }: { readonly run: AttackRun; readonly runs: readonly AttackRun[] }) {
  const larger = largerRun(run, runs);
  if (larger === null || isOpen(run)) return null;
  return (
    <button type="button" className="lnk" onClick={() => changeView({ runId: larger.id })}>
      {messages.showLarger(larger.total, formatTime(larger.startedAtMillis))}
    </button>
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
      {target === undefined || run?.start.target === target.name ? null : (
        <p className="help">{target.name === null ? messages.hosted : messages.external(target.origin)}</p>
      )}
      {run === null ? null : (
        <div className="row wraps attack-run">
          <RunSummary run={run} />
          <BackToLarger run={run} runs={runs} />
          <span className="push row wraps">
            <VerdictChips state={state} />
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
