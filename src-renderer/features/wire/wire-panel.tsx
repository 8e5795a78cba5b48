import { exchangeLog } from '../../api/exchange-log.ts';
import { useStore } from '../../api/store.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { ListedExchanges } from '../../workbench/listed-exchanges.tsx';
import { wireRows } from './wire-rows.ts';

const messages = sharedMessages.wire;
const place = { prefix: 'wire', within: '.wire-panel', titles: messages.commands };

/** The last exchanges of all services, and the chosen one from both sides. */
export function WirePanel() {
  const { items, skipped, notRecorded } = useStore(exchangeLog);
  return (
    <div className="wire-panel">
      <ListedExchanges rows={wireRows(items)} place={place} title={messages.title} empty={messages.empty}>
        {skipped === 0 ? null : <p className="remark">{messages.skipped(skipped)}</p>}
        {notRecorded === 0 ? null : <p className="remark">{messages.notRecorded(notRecorded)}</p>}
      </ListedExchanges>
    </div>
  );
}
