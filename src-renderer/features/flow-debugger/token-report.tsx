import type { TokenReport as Report } from '#shared/api/index.ts';
import { useServiceNow } from '../../api/service-clock.ts';
import { JsonCode } from '../../ui/code.tsx';
import { Verdict } from '../../ui/verdict.tsx';
import { formatDateTime, formatRelative } from '../../words/format.ts';
import { strings } from '../../words/strings.ts';
import { claimTimes } from './claim-times.ts';

const words = strings.token;

function Instant({ atMillis }: { readonly atMillis: number }) {
  const nowMillis = useServiceNow();
  return (
    <dd>
      {formatDateTime(atMillis)}
      {nowMillis === null ? null : <span className="muted"> {formatRelative(atMillis, nowMillis)}</span>}
    </dd>
  );
}

function Stored({ stored }: { readonly stored: NonNullable<Report['stored']> }) {
  const isValid = stored.state === 'valid';
  return (
    <section>
      <h3 className="label">{words.stored}</h3>
      <dl className="facts">
        <dt>{words.kind}</dt>
        <dd>{words.kinds[stored.kind]}</dd>
        <dt>{words.state}</dt>
        <dd>
          <Verdict of={isValid ? 'passed' : 'failed'} bare word={words.states[stored.state]} />
        </dd>
        <dt>{words.clientId}</dt>
        <dd className="mono">{stored.clientId}</dd>
        <dt>{words.username}</dt>
        <dd className="mono">{stored.username ?? strings.common.none}</dd>
        <dt>{words.scope}</dt>
        <dd className="mono wrap">{stored.scope === '' ? strings.common.none : stored.scope}</dd>
        <dt>{words.issued}</dt>
        <Instant atMillis={stored.issuedAtMillis} />
        <dt>{words.expires}</dt>
        {stored.expiresAtMillis === null ? (
          <dd>{words.neverExpires}</dd>
        ) : (
          <Instant atMillis={stored.expiresAtMillis} />
        )}
      </dl>
    </section>
  );
}

function Times({ claims }: { readonly claims: string }) {
  const times = claimTimes(claims);
  if (times.length === 0) return null;
  return (
    <section>
      <h3 className="label">{words.times}</h3>
      <dl className="facts">
        {times.map((time) => (
          <div key={time.name} className="fact">
            <dt>
              <span className="mono">{time.name}</span> {words.claimNames[time.name] ?? ''}
            </dt>
            <Instant atMillis={time.atMillis} />
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A token taken apart. Nothing in it counts as true before a key has verified its signature. */
export function TokenReport({ report }: { readonly report: Report }) {
  return (
    <section className="token-report" aria-label={words.forms[report.form]}>
      <p className="row">
        <b>{words.forms[report.form]}</b>
        {report.form === 'jwt' ? (
          <Verdict
            of={report.signature === 'verified' ? 'passed' : 'warning'}
            word={words.signatures[report.signature]}
          />
        ) : null}
      </p>
      {report.form === 'unreadable' ? <p className="muted">{words.unreadable}</p> : null}
      {report.stored !== null ? <Stored stored={report.stored} /> : null}
      {report.stored === null && report.form === 'opaque' ? <p className="muted">{words.unknown}</p> : null}
      {report.header === null ? null : (
        <section>
          <h3 className="label">{words.header}</h3>
          <JsonCode text={report.header} />
        </section>
      )}
      {report.claims === null ? null : (
        <section>
          <h3 className="label">{words.claims}</h3>
          <JsonCode text={report.claims} />
        </section>
      )}
      {report.claims === null ? null : <Times claims={report.claims} />}
      {report.remarks.length === 0 ? null : (
        <ul className="remarks">
          {report.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
