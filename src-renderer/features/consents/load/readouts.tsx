import { formatCount, formatElapsed, formatTime } from '#renderer/words/format.ts';
import type { ImportCounts, ImportProgress } from '#shared/api/index.ts';
import { settledOf } from '../counts.ts';
import { rateText, readoutText } from '../duration.ts';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.load;

const members = ['accepted', 'already', 'failed', 'inFlight', 'retrying', 'pending'] as const;

const swatches: Readonly<Record<(typeof members)[number], string>> = {
  accepted: 'sw',
  already: 'sw already',
  failed: 'sw hatch',
  inFlight: 'sw open',
  retrying: 'sw open',
  pending: 'sw open',
};

/** Accepted, there already, failed: side by side in the bar of the whole plan. */
function SettledBar({ label, counts }: { readonly label: string; readonly counts: ImportCounts }) {
  const { total, accepted, already, failed } = counts;
  const width = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` });
  const settled = settledOf(counts);
  const value = {
    role: 'progressbar',
    'aria-valuemin': 0,
    'aria-valuemax': total,
    'aria-valuenow': settled,
    'aria-valuetext': messages.progress(settled, total),
  } as const;
  return (
    <div className="bar big" aria-label={label} {...value}>
      {accepted === 0 ? null : <i style={width(accepted)} />}
      {already === 0 ? null : <i className="already" style={width(already)} />}
      {failed === 0 ? null : <i className="bad" style={width(failed)} />}
    </div>
  );
}

function Time({ name, millis }: { readonly name: string; readonly millis: number | null }) {
  return (
    <dl className="readout">
      <dt>{name}</dt>
      <dd>
        {millis === null ? messages.unknown : readoutText(millis)}
        {millis === null ? null : <small>{messages.minutes}</small>}
      </dd>
    </dl>
  );
}

export interface LoadReadoutsProps {
  readonly state: OpenImport;
  readonly counts: ImportCounts;
  readonly progress: ImportProgress | null;
  readonly nowMillis: number;
}

/** The end of a load: what was accepted, and how long it took. */
function Ended({ counts, progress }: Pick<LoadReadoutsProps, 'counts' | 'progress'>) {
  const elapsed = progress?.elapsedMillis ?? null;
  return (
    <div className="imp-head imp-ended">
      <h2 className="title">
        {elapsed === null
          ? messages.progress(settledOf(counts), counts.total)
          : messages.ended(counts.accepted, formatElapsed(elapsed))}
      </h2>
    </div>
  );
}

/** How far the load has come, and how fast it goes. */
function Going({ state, counts, progress, nowMillis }: LoadReadoutsProps) {
  const isRunning = state.view.state === 'loading';
  const remaining = isRunning ? (progress?.remainingMillis ?? null) : null;
  return (
    <div className="imp-head">
      <dl className="readout main">
        <dt>{messages.settled}</dt>
        <dd>
          {formatCount(settledOf(counts))}
          <small>{messages.of(counts.total)}</small>
        </dd>
      </dl>
      <dl className="readout">
        <dt>{messages.rate}</dt>
        <dd>
          {progress === null ? messages.unknown : rateText(progress.acceptedPerSecond)}
          {progress === null ? null : <small>{messages.perSecond}</small>}
        </dd>
      </dl>
      <Time name={messages.left} millis={remaining} />
      <Time name={messages.elapsed} millis={progress?.elapsedMillis ?? null} />
      <p className="imp-eta muted">
        {remaining === null ? messages.safe : messages.ends(formatTime(nowMillis + remaining))}
      </p>
    </div>
  );
}

/** How far the load has come or how it ended, and what became of its rows. */
export function LoadReadouts(props: LoadReadoutsProps) {
  const { state, counts } = props;
  return (
    <section className="imp-prog" aria-label={messages.progressLabel}>
      {state.view.state === 'loaded' ? (
        <Ended counts={counts} progress={props.progress} />
      ) : (
        <Going {...props} />
      )}
      <SettledBar label={state.view.job.name} counts={counts} />
      <dl className="imp-counts" aria-label={messages.countsLabel}>
        {members.map((member) => (
          <div key={member}>
            <dt>
              <i className={swatches[member]} />
              {messages.counts[member]}
            </dt>
            <dd className={member === 'failed' && counts.failed > 0 ? 'c-danger' : undefined}>
              {formatCount(counts[member])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
