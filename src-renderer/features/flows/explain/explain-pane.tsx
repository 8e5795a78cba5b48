import { Drawn } from '#renderer/ui/icon.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { explainExchange, type ViewedExchange } from '#shared/oauth/explain/index.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowExplain;

/** A clause, a link to where it can be read as far as it is published. */
export function Clause({ clause, url }: { readonly clause: string; readonly url: string | null }) {
  if (url === null) return <span className="ref wrap">{clause}</span>;
  return (
    <a className="ref wrap" href={url} target="_blank" rel="noopener noreferrer">
      {clause}
    </a>
  );
}

/** The purpose of every part of a message, with its reference. */
export function ExplainPane({ exchange }: { readonly exchange: ViewedExchange }) {
  const found = explainExchange(exchange);
  return (
    <section aria-label={messages.title}>
      <PaneHead title={messages.title}>
        <span className="ref push">{messages.known(found.length)}</span>
      </PaneHead>
      <ScrollRegion label={messages.region}>
        {found.length === 0 ? <p className="remark">{messages.none}</p> : null}
        <dl className="explained">
          {found.map((one, index) => (
            <div key={`${index} ${one.name}`}>
              <dt className="mono wrap">{one.name}</dt>
              <dd>
                {one.sentence}
                {one.concern === undefined ? null : (
                  <span className="explain-concern">
                    <Drawn name="warning" small />
                    {one.concern}
                  </span>
                )}
              </dd>
              <dd>
                <span className="muted">{messages.places[one.place]}</span>{' '}
                <Clause clause={one.clause} url={one.url} />
              </dd>
            </div>
          ))}
        </dl>
      </ScrollRegion>
    </section>
  );
}
