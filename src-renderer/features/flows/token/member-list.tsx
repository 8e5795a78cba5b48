import { instantOfClaim, wordsOf } from '#shared/tokens/claim-words.ts';
import { jsonMembers } from '#shared/tokens/json-text.ts';
import { flowMessages } from '../words.ts';
import { Instant } from './instant.tsx';

const messages = flowMessages.token;

export interface MemberListProps {
  readonly part: 'header' | 'claims';
  /** JSON, as it was written. */
  readonly text: string;
}

/** The members of a header or of claims in their order, each with its purpose. */
export function MemberList({ part, text }: MemberListProps) {
  const members = jsonMembers(text);
  return (
    <dl className="tok-members" aria-label={messages[part]}>
      {members.map(({ name, source, value }, index) => {
        const about = wordsOf(name, part);
        const atMillis = about?.isInstant === true ? instantOfClaim(value) : null;
        return (
          // Members can have one name: their places tell them apart.
          <div key={`${index} ${name}`}>
            <dt className="mono">{name}</dt>
            <dd className="mono wrap tok-value">{source}</dd>
            {atMillis === null ? null : (
              <dd className="tok-when">
                <Instant atMillis={atMillis} />
              </dd>
            )}
            <dd className="tok-about">
              <span className="help">
                {about === null ? messages.unexplained : `${about.title}. ${about.sentence}`}
              </span>
              {about === null ? null : <span className="ref">{about.clause}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
