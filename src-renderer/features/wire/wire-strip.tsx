import { ChevronDown, ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { exchangeLog } from '../../api/exchange-log.ts';
import { useStore } from '../../api/store.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { ExchangeCells } from '../../ui/exchange-cells.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { prepared } from '../../ui/prepared.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { wireRows } from './wire-rows.ts';
import './wire.css';

const messages = sharedMessages.wire;
const panel = prepared(async () => (await import('./wire-panel.tsx')).WirePanel);

/** Fetches the panel, so that it opens at once. */
export const prepareWire = panel.prepare;

export interface WireStripProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** The last exchange of any service; opens into the last ones. */
export function WireStrip({ isOpen, onToggle }: WireStripProps) {
  const { items } = useStore(exchangeLog);
  const [last] = wireRows(items);
  return (
    <section className={isOpen ? 'wire-area open' : 'wire-area'} aria-label={messages.title}>
      <div className="wire">
        <SmallGhostButton icon={isOpen ? ChevronDown : ChevronRight} expanded={isOpen} onPress={onToggle}>
          {messages.title}
        </SmallGhostButton>
        {last === undefined ? <span className="muted">{messages.empty}</span> : <ExchangeCells row={last} />}
        <KeyHint of="ctrl+j" className="wire-key" />
      </div>
      {isOpen ? (
        <Suspense fallback={<div className="wire-panel" />}>
          <panel.Component />
        </Suspense>
      ) : null}
    </section>
  );
}
