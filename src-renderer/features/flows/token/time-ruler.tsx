import { useServiceNow } from '#renderer/api/service-clock.ts';
import { flowMessages } from '../words.ts';
import { Instant } from './instant.tsx';

const messages = flowMessages.tokenSaml;

export interface TimeRulerProps {
  readonly times: readonly { readonly name: string; readonly atMillis: number }[];
}

/** Instants in the order in which they come, with the moment that it is now among them. */
export function TimeRuler({ times }: TimeRulerProps) {
  const nowMillis = useServiceNow();
  const ordered = times.toSorted((one, other) => one.atMillis - other.atMillis);
  const passed =
    nowMillis === null ? ordered.length : ordered.filter(({ atMillis }) => atMillis <= nowMillis).length;
  const row = ({ name, atMillis }: (typeof ordered)[number], isPast: boolean) => (
    <li key={name} className={isPast ? 'past' : 'ahead'}>
      <span className="mono">{name}</span> <Instant atMillis={atMillis} />
    </li>
  );
  return (
    <section className="tok-part" aria-label={messages.times}>
      <h4 className="label">{messages.times}</h4>
      <ol className="tok-ruler">
        {ordered.slice(0, passed).map((time) => row(time, true))}
        {nowMillis === null ? null : <li className="now">{messages.now}</li>}
        {ordered.slice(passed).map((time) => row(time, false))}
      </ol>
    </section>
  );
}
