import type { ExchangeSummary } from '#shared/api/index.ts';
import { sourceOf } from '#shared/exchange/traffic-sources.ts';
import { RequestTarget } from '../../ui/request-target.tsx';
import { StatusCode } from '../../ui/status-code.tsx';
import { formatDuration, formatWireTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';

const messages = sharedMessages.wire;

/** The cells of one exchange, in the strip and in the list alike. */
export function ExchangeCells({ item }: { readonly item: ExchangeSummary }) {
  const refused = [item.rule, item.remark].filter((part) => part !== '');
  const remark = [...refused, clientOf(item)].filter((part) => part !== '').join(', ');
  return (
    <>
      <span className="mono muted">{formatWireTime(item.startedAtMillis)}</span>
      <span className={`mono strong svc-${item.service}`}>
        {messages.services[item.service] ?? item.service}
      </span>
      <span className="mono">{item.method}</span>
      <span className="mono clip">
        <RequestTarget target={item.target.replace(/\?.*$/s, '')} />
      </span>
      {item.status === null ? (
        <span className="c-danger">{messages.noAnswer}</span>
      ) : (
        <StatusCode status={item.status} />
      )}
      <span className="mono num muted">{formatDuration(item.durationMicros)}</span>
      <span className={refused.length === 0 ? 'clip muted' : 'clip c-danger'} title={remark}>
        {remark}
      </span>
    </>
  );
}

/** The client that an exchange belongs to, from its tags; empty where it belongs to none. */
export function clientOf(item: Pick<ExchangeSummary, 'tags'>): string {
  return item.tags.find((tag) => tag.startsWith('client:'))?.slice('client:'.length) ?? '';
}

/** False for traffic of the attack catalogue: a run of it would push everything else off the wire. */
export function isNoAttack(item: ExchangeSummary): boolean {
  return sourceOf(item) !== 'attacks';
}
