import { JsonCode, PlainCode } from '#renderer/ui/code.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { TokenReport } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { Instant } from './instant.tsx';
import { MemberList } from './member-list.tsx';
import { Remarks } from './remarks.tsx';
import { storedVerdicts } from './stored-verdicts.ts';

const messages = flowMessages.token;

function Stored({ stored }: { readonly stored: NonNullable<TokenReport['stored']> }) {
  return (
    <section className="tok-part" aria-label={messages.stored}>
      <h3 className="label">{messages.stored}</h3>
      <dl className="facts">
        <dt>{messages.kind}</dt>
        <dd>{messages.kinds[stored.kind]}</dd>
        <dt>{messages.state}</dt>
        <dd>
          <Verdict of={storedVerdicts[stored.state]} bare word={messages.states[stored.state]} />
        </dd>
        <dt>{messages.clientId}</dt>
        <dd className="mono">{stored.clientId}</dd>
        <dt>{messages.username}</dt>
        <dd className="mono">{stored.username ?? sharedMessages.common.none}</dd>
        <dt>{messages.scope}</dt>
        <dd className="mono wrap">{stored.scope === '' ? sharedMessages.common.none : stored.scope}</dd>
        <dt>{messages.issued}</dt>
        <dd>
          <Instant atMillis={stored.issuedAtMillis} />
        </dd>
        <dt>{messages.expires}</dt>
        <dd>
          {stored.expiresAtMillis === null ? (
            messages.neverExpires
          ) : (
            <Instant atMillis={stored.expiresAtMillis} />
          )}
        </dd>
      </dl>
    </section>
  );
}

interface MembersProps {
  readonly part: 'header' | 'claims';
  readonly text: string | null;
}

function Members({ part, text }: MembersProps) {
  if (text === null) return null;
  return (
    <section className="tok-part" aria-label={messages[part]}>
      <h3 className="label">{messages[part]}</h3>
      <MemberList part={part} text={text} />
    </section>
  );
}

function Written({ report: { header, claims, payload } }: { readonly report: TokenReport }) {
  return (
    <section className="tok-part tok-written" aria-label={messages.asWritten}>
      <h3 className="label">{messages.asWritten}</h3>
      {header === null ? null : <JsonCode text={header} />}
      {claims === null ? null : <JsonCode text={claims} />}
      {payload === null ? null : <PlainCode text={payload} />}
    </section>
  );
}

/** A token taken apart. Nothing in it counts as true before a key has verified its signature. */
export function TokenTabContent({ report }: { readonly report: TokenReport }) {
  const { form, stored, header } = report;
  const isReadable = header !== null;
  return (
    <section className={isReadable ? 'tok-cols' : 'tok-single'} aria-label={messages.forms[form]}>
      <div className="tok-main">
        {form === 'unreadable' ? <p className="muted">{messages.unreadable}</p> : null}
        {stored === null ? null : <Stored stored={stored} />}
        {stored === null && form === 'opaque' ? <p className="muted">{messages.unknown}</p> : null}
        {form === 'opaque' ? null : <Remarks remarks={report.remarks} />}
        <Members part="claims" text={report.claims} />
        <Members part="header" text={header} />
      </div>
      {isReadable ? <Written report={report} /> : null}
    </section>
  );
}
