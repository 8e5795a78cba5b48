import type { FacetCounts } from '#shared/api/index.ts';
import { exchangeResults, trafficSources } from '#shared/exchange/traffic-sources.ts';
import { Chip } from '../../ui/chip.tsx';
import { formatCount } from '../../words/format.ts';
import { chipsOf, toggleResult, toggleSource } from './chips.ts';
import { activityMessages } from './words.ts';

const messages = activityMessages.activity.chips;
/** Sources that not everybody has: their chips come with their exchanges. */
const rare = new Set(['resent', 'imported']);

export interface ChipBarProps {
  readonly filter: string;
  readonly counts: FacetCounts | null;
  readonly onFilter: (filter: string) => void;
}

/** Where exchanges come from and what became of them, counted: what is counted can be clicked. */
export function ChipBar({ filter, counts, onFilter }: ChipBarProps) {
  const { hidden, result } = chipsOf(filter) ?? { hidden: new Set(), result: null };
  const ofSource = (source: (typeof trafficSources)[number]) => counts?.sources[source] ?? 0;
  const withheld = hidden.has('attacks') ? ofSource('attacks') : 0;
  return (
    <div className="activity-chips">
      <fieldset className="row tight wraps" aria-label={messages.sources}>
        {trafficSources.map((source) =>
          rare.has(source) && ofSource(source) === 0 && !hidden.has(source) ? null : (
            <Chip
              key={source}
              isPressed={!hidden.has(source)}
              onPress={() => onFilter(toggleSource(filter, source))}
            >
              {messages.source[source]} <span className="mono strong">{formatCount(ofSource(source))}</span>
            </Chip>
          ),
        )}
      </fieldset>
      {withheld === 0 ? null : <span className="muted">{messages.attacksHidden(withheld)}</span>}
      <span className="push" />
      <fieldset className="row tight wraps" aria-label={messages.results}>
        {exchangeResults.map((one) => (
          <Chip key={one} isPressed={result === one} onPress={() => onFilter(toggleResult(filter, one))}>
            {messages.result[one]}{' '}
            <span className="mono strong">{formatCount(counts?.results[one] ?? 0)}</span>
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
