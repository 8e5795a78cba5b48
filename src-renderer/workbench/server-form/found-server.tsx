import { Fragment } from 'react';
import type { FoundServer, TestedServer } from '#shared/api/index.ts';
import { Drawn } from '../../ui/icon.tsx';
import { abilitiesOf, gapsOf, type ServerMetadata } from './abilities.ts';
import { serverMessages as messages } from './messages.ts';

/** Members of the metadata that are worth a look before the clients are typed. RFC 8414 §2 */
const endpoints = ['authorization_endpoint', 'token_endpoint', 'introspection_endpoint', 'userinfo_endpoint'];

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The description of a server by itself, from each address at which it may stand. */
export function FoundAddresses({ found }: { readonly found: FoundServer }) {
  const { addresses, metadata } = found;
  const named = endpoints.flatMap((name) => {
    const url = metadata?.[name];
    return typeof url === 'string' ? [{ name, url }] : [];
  });
  const ways = textsOf(metadata?.['token_endpoint_auth_methods_supported']);
  return (
    <div aria-live="polite">
      <p className="strong">{messages.addresses}</p>
      <ul className="server-list">
        {addresses.map(({ url, isFound, failure }) => (
          <li key={url} className="wrap">
            <Drawn name={isFound ? 'passed' : 'failed'} small /> <span className="mono">{url}</span>{' '}
            <span data-words={isFound ? undefined : 'data'}>{isFound ? messages.isFound : failure}</span>
          </li>
        ))}
        {named.map(({ name, url }) => (
          <li key={name} className="mono wrap" data-words="data">
            {name}: {url}
          </li>
        ))}
        {ways.length === 0 ? null : (
          <li className="wrap">
            {messages.takes}{' '}
            <span className="mono" data-words="data">
              {ways.join(', ')}
            </span>
          </li>
        )}
      </ul>
      {metadata === null ? <p className="c-warn">{messages.notFound}</p> : <Abilities metadata={metadata} />}
    </div>
  );
}

/** Shows the abilities of the server, and what it lacks for the profiles, by its metadata. */
function Abilities({ metadata }: { readonly metadata: ServerMetadata }) {
  return (
    <dl className="server-abilities">
      <dt>{messages.supports}</dt>
      <dd className="wrap" data-words="data">
        {abilitiesOf(metadata).join(', ')}
      </dd>
      {gapsOf(metadata).map(({ profile, gaps }) => (
        <Fragment key={profile}>
          <dt>{messages.missingFor(profile)}</dt>
          <dd className="wrap">
            {gaps.length === 0 ? messages.nothingMissing : gaps.map((id) => messages.demands[id]).join(', ')}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The outcome of the try of a server. */
export function TestOutcome({ tested }: { readonly tested: TestedServer }) {
  const { requests, clients, remarks } = tested;
  return (
    <div aria-live="polite">
      <p className="strong">{messages.tested(requests)}</p>
      {clients.length === 0 ? <p>{messages.noClients}</p> : null}
      <ul className="server-list">
        {clients.map(({ clientId, problem }) => (
          <li key={clientId} className="wrap">
            <Drawn name={problem === null ? 'passed' : 'failed'} small />{' '}
            <span className="mono">{clientId}</span>{' '}
            <span data-words={problem === null ? undefined : 'data'}>{problem ?? messages.works}</span>
          </li>
        ))}
        {remarks.map((text) => (
          <li key={text} className="wrap" data-words="data">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
