import { ChevronDown, ChevronRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ExchangeSummary } from '#shared/api/index.ts';
import { exchangeLog } from '../../api/exchange-log.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { StatusCode } from '../../ui/status-code.tsx';
import { formatDuration, formatWireTime } from '../../words/format.ts';
import { strings } from '../../words/strings.ts';
import './wire.css';

const words = strings.wire;
const WirePanel = lazy(async () => ({ default: (await import('./wire-panel.tsx')).WirePanel }));

/** The cells of one exchange, in the strip and in the list alike. */
export function ExchangeCells({ item }: { readonly item: ExchangeSummary }) {
  const remark = [item.remark, clientOf(item)].filter((part) => part !== '').join(', ');
  return (
    <>
      <span className="mono muted">{formatWireTime(item.startedAtMillis)}</span>
      <span className={`mono strong svc-${item.service}`}>
        {words.services[item.service] ?? item.service}
      </span>
      <span className="mono">{item.method}</span>
      <span className="mono clip">{item.target.replace(/\?.*$/, '')}</span>
      {item.status === null ? (
        <span className="c-danger">{words.noAnswer}</span>
      ) : (
        <StatusCode status={item.status} />
      )}
      <span className="mono num muted">{formatDuration(item.durationMicros)}</span>
      <span className={item.remark === '' ? 'clip muted' : 'clip c-danger'}>{remark}</span>
    </>
  );
}

/** The client that an exchange belongs to, from its tags; empty where it belongs to none. */
export function clientOf(item: Pick<ExchangeSummary, 'tags'>): string {
  return item.tags.find((tag) => tag.startsWith('client:'))?.slice('client:'.length) ?? '';
}

export interface WireStripProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The last exchange of any service; opens into the last 200. */
export function WireStrip({ isOpen, onToggle }: WireStripProps) {
  const { items } = useStore(exchangeLog);
  const last = items[0];
  return (
    <section className={isOpen ? 'wire-area open' : 'wire-area'} aria-label={words.title}>
      <div className="wire">
        <Button
          small
          kind="ghost"
          icon={isOpen ? ChevronDown : ChevronRight}
          expanded={isOpen}
          onPress={onToggle}
        >
          {words.title}
        </Button>
        {last === undefined ? <span className="muted">{words.empty}</span> : <ExchangeCells item={last} />}
        <KeyHint of="ctrl+j" className="wire-key" />
      </div>
      {isOpen ? (
        <Suspense fallback={<div className="wire-panel" />}>
          <WirePanel />
        </Suspense>
      ) : null}
    </section>
  );
}
