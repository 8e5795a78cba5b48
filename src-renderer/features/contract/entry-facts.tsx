import type { ContractEndpoint, ContractEntry, ContractHistory } from '#shared/contract/index.ts';
import { MarkedText } from './marked-text.tsx';
import { messages } from './words.ts';

export interface EntryFactsProps {
  readonly entry: ContractEntry;
  readonly history: ContractHistory;
}

function Endpoint({
  endpoint,
  history,
}: {
  readonly endpoint: ContractEndpoint;
  readonly history: ContractHistory;
}) {
  const successors = endpoint.successors.flatMap((id) => {
    const found = history.endpoints.find((candidate) => candidate.id === id);
    return found === undefined ? [] : [found];
  });
  return (
    <li>
      <span className={endpoint.status !== 'removed' ? 'mono wrap' : 'mono wrap ch-gone'}>
        {endpoint.method ?? messages.entry.anyMethod} {endpoint.template}
      </span>
      <span className="ref wrap">
        {messages.entry.status[endpoint.status]}, {messages.sources[endpoint.source]}
      </span>
      {successors.map(({ id, method, template }) => (
        <span key={id} className="ch-successor">
          <span className="muted">{messages.entry.successor}</span>{' '}
          <span className="mono wrap">
            {method ?? messages.entry.anyMethod} {template}
          </span>
        </span>
      ))}
    </li>
  );
}

/** The resources with their properties, and the endpoints, that a change touches. */
export function EntryFacts({ entry, history }: EntryFactsProps) {
  const resources = history.resources.filter(({ id }) => entry.resources.includes(id));
  const endpoints = history.endpoints.filter(({ id }) => entry.endpoints.includes(id));
  return (
    <>
      {resources.length === 0 ? null : (
        <section className="ch-part">
          <h3 className="label">{messages.entry.resources}</h3>
          <ul className="ch-facts">
            {resources.map(({ id, title, properties }) => (
              <li key={id}>
                <span data-words="data">{title}</span>
                {properties
                  .filter((property) => property.entry === entry.id)
                  .map(({ name, text, values, source }) => (
                    <span key={name} className="ch-property">
                      <span className="mono wrap">
                        {values.length === 0 ? name : `${name}: ${values.join(', ')}`}
                      </span>
                      <span className="ref wrap">
                        <span data-words="data">
                          <MarkedText text={text} />
                        </span>{' '}
                        {messages.sources[source]}
                      </span>
                    </span>
                  ))}
              </li>
            ))}
          </ul>
        </section>
      )}
      {endpoints.length === 0 ? null : (
        <section className="ch-part">
          <h3 className="label">{messages.entry.endpoints}</h3>
          <ul className="ch-facts">
            {endpoints.map((endpoint) => (
              <Endpoint key={endpoint.id} endpoint={endpoint} history={history} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
