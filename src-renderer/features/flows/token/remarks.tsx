import { Drawn } from '#renderer/ui/icon.tsx';
import type { TokenRemark } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.token;
const order = ['error', 'warning', 'notice'];
const drawings = { error: 'failed', warning: 'warning', notice: 'review' } as const;

/** Remarks for the reader, each with its clause. */
export function Remarks({ remarks }: { readonly remarks: readonly TokenRemark[] }) {
  const ordered = remarks.toSorted(
    (one, other) => order.indexOf(one.severity) - order.indexOf(other.severity),
  );
  return (
    <section className="tok-part" aria-label={messages.remarks}>
      <h3 className="label">{messages.remarks}</h3>
      {remarks.length === 0 ? <p className="muted">{messages.noRemarks}</p> : null}
      <ul className="tok-remarks">
        {ordered.map(({ severity, text, clause }) => (
          <li key={`${text} ${clause}`} className={drawings[severity]}>
            <Drawn name={drawings[severity]} small />
            <span className="wrap">
              <span className="vh">{messages.severities[severity]} </span>
              {text}
            </span>
            <span className="ref">{clause}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
