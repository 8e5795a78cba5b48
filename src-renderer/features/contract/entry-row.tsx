import type { ContractEntry } from '#shared/contract/index.ts';
import { impactOf } from './entries.ts';
import { ImpactWord, Mark } from './entry-mark.tsx';
import { MarkedText } from './marked-text.tsx';
import { messages } from './words.ts';

export interface EntryRowProps {
  readonly entry: ContractEntry;
  /** Number of places in the work that the change affects. */
  readonly places: number;
  /** Not in force yet at the day that is looked at. */
  readonly isLater: boolean;
  /** Calls break a rule that it brought: this is said in place of a change that only adds. */
  readonly breaksRule?: boolean;
}

/** The effect of a change; of one that only adds and breaks calls all the same, why it does. */
function Effect({ entry, breaksRule = false }: Pick<EntryRowProps, 'entry' | 'breaksRule'>) {
  if (!breaksRule || impactOf(entry) !== 'additive') return <ImpactWord entry={entry} />;
  return (
    <span className="ref c-danger" title={messages.between.ruleBrokenWhy}>
      {messages.between.ruleBroken}
    </span>
  );
}

/** One change in one line. */
export function EntryRow({ entry, places, isLater, breaksRule = false }: EntryRowProps) {
  return (
    <span className={isLater ? 'ch-row later' : 'ch-row'}>
      <Mark kind={entry.kind} impact={impactOf(entry)} />
      <span className="mono">{entry.date}</span>
      <span className="ch-row-title">
        <span className="clip" data-words="data">
          <MarkedText text={entry.title} />
        </span>
        {isLater ? <span className="ref">{messages.timeline.notYet}</span> : null}
      </span>
      <span className="muted clip ch-row-area">{messages.areas[entry.area]}</span>
      <span className="ch-row-kind muted">{messages.kinds[entry.kind]}</span>
      <span className="ch-row-impact">
        <Effect entry={entry} breaksRule={breaksRule} />
      </span>
      <span className="num ch-row-places">
        {places === 0 ? <span className="vh">{messages.entry.noPlaces}</span> : messages.entry.places(places)}
      </span>
    </span>
  );
}
