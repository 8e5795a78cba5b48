import { ArrowRight } from 'lucide-react';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import { formatDateTime, formatDuration, formatWireTime } from '../words/format.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import type { ExchangeRow } from './folded-exchanges.ts';
import { Icon } from './icon.tsx';
import { Segmented } from './segmented.tsx';

const messages = sharedMessages.exchange;

type Ends = Pick<ExchangeRow, 'id' | 'side' | 'service' | 'durationMicros' | 'peer'>;

/** Both ends of an exchange, as far as they were recorded. */
function endsOf({ id, side, service, durationMicros, peer }: Ends) {
  const own = { id, side, service, durationMicros };
  const all = peer === null ? [own] : [own, peer];
  const at = (wanted: Ends['side']) => all.find((end) => end.side === wanted);
  return { client: at('client'), server: at('server') };
}

function Service({ of }: { readonly of: string }) {
  return <span className={`mono strong svc-${of}`}>{sharedMessages.wire.services[of] ?? of}</span>;
}

/** The sender and the server that answered; a party not hosted here is left out. */
export function Parties({ row }: { readonly row: Ends }) {
  const { client, server } = endsOf(row);
  return (
    <span className="parties">
      {client === undefined ? null : <Service of={client.service} />}
      <Icon of={ArrowRight} small />
      {server === undefined ? null : <Service of={server.service} />}
    </span>
  );
}

/** When an exchange began, by the machine's clock; the time of the services stands with it where that was moved. */
export function Arrived({
  row,
}: {
  readonly row: Pick<ExchangeRow, 'id' | 'startedAtMillis' | 'durationMicros'>;
}) {
  const arrivedAt = arrivedAtMillis(row);
  const isMoved = arrivedAt !== row.startedAtMillis;
  return (
    <span
      className={isMoved ? 'mono muted cut-id' : 'mono muted'}
      title={isMoved ? messages.onServiceClock(formatDateTime(row.startedAtMillis)) : undefined}
    >
      {formatWireTime(arrivedAt)}
    </span>
  );
}

/** How long an exchange took, at each end that recorded it: client / server. */
export function Took({ row }: { readonly row: Ends }) {
  const { client, server } = endsOf(row);
  const times = [client, server].flatMap((end) =>
    end === undefined ? [] : [formatDuration(end.durationMicros)],
  );
  const isPair = times.length === 2;
  return (
    <span title={isPair ? messages.tookBoth(times[0] ?? '', times[1] ?? '') : undefined}>
      {times.join(' / ')}
    </span>
  );
}

export interface RecordSwitchProps {
  /** The record that is shown. */
  readonly id: string;
  readonly row: Ends | undefined;
  readonly onSelect: (id: string) => void;
}

/** Unfolds the two records of an exchange: which of them is shown. */
export function RecordSwitch({ id, row, onSelect }: RecordSwitchProps) {
  if (row === undefined) return null;
  const { client, server } = endsOf(row);
  if (client === undefined || server === undefined) return null;
  const options = [
    { id: 'client', label: messages.recordOf.client(formatDuration(client.durationMicros)) },
    { id: 'server', label: messages.recordOf.server(formatDuration(server.durationMicros)) },
  ] as const;
  return (
    <Segmented
      mini
      label={messages.recordedAt}
      options={options}
      value={id === client.id ? 'client' : 'server'}
      onChange={(side) => onSelect(side === 'client' ? client.id : server.id)}
    />
  );
}
