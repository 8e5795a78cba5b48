import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Table } from '#renderer/ui/table.tsx';
import type { TrafficClass } from '#shared/throttle/traffic/schema.ts';
import { labMessages } from '../words.ts';
import { behaviourText } from './pattern-text.ts';
import { statusOf } from './traffic-document.ts';
import type { TrafficState } from './use-traffic.ts';

const messages = labMessages.traffic;

/** Rows that are drawn at most: a recorded log may have very many clients. */
const maxShown = 200;

interface RowProps {
  readonly client: TrafficClass;
  readonly claim: string | null;
  /** Recorded requests of it. */
  readonly recorded: number;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onEdit: () => void;
}

function ClientRow({ client, claim, recorded, isChosen, onChoose, onEdit }: RowProps) {
  const { id, count = 1 } = client;
  const status = statusOf(client, claim);
  return (
    <tr aria-selected={isChosen} onClick={onChoose}>
      <td className="clip">
        <button type="button" className="row-name mono clip" onClick={onChoose} onDoubleClick={onEdit}>
          {count > 1 ? messages.counted(id, count) : id}
        </button>
      </td>
      <td className={status === null ? 'muted clip' : 'mono clip'}>{status ?? messages.noStatus}</td>
      <td className="wrap behaviour">{behaviourText({ ...client, recorded })}</td>
      <td className="acts-cell">
        <SmallGhostButton icon={Pencil} label={messages.edit(id)} onPress={onEdit} />
      </td>
    </tr>
  );
}

export interface ClientListProps {
  readonly traffic: TrafficState;
  readonly claim: string | null;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  readonly onEdit: (index: number) => void;
}

/** The clients of a traffic with their behaviour. */
export function ClientList({ traffic, claim, chosen, onChoose, onEdit }: ClientListProps) {
  const [filter, setFilter] = useState('');
  const { clients } = traffic.traffic;
  const { traceRequests, classRequests } = traffic;
  // Where all are of one client, its row has the count already.
  const isTotalShown = traceRequests > 0 && !classRequests.includes(traceRequests);
  const wanted = filter.trim().toLowerCase();
  const fits = clients
    .map((client, index) => ({ client, index }))
    .filter(({ client }) => wanted === '' || client.id.toLowerCase().includes(wanted));
  return (
    <>
      {clients.length <= 12 ? null : (
        <div className="lab-form">
          <TextField label={messages.filter} value={filter} isMono type="search" onChange={setFilter} />
        </div>
      )}
      <Table
        label={messages.clients}
        className="rows fixed clients"
        columns={[messages.columns.user, messages.columns.status, messages.columns.pattern, null]}
      >
        {fits.slice(0, maxShown).map(({ client, index }) => (
          <ClientRow
            key={client.id}
            client={client}
            claim={claim}
            recorded={traffic.classRequests[index] ?? 0}
            isChosen={index === chosen}
            onChoose={() => onChoose(index)}
            onEdit={() => onEdit(index)}
          />
        ))}
      </Table>
      {fits.length <= maxShown ? null : <p className="remark">{messages.shownOf(maxShown, fits.length)}</p>}
      {isTotalShown ? <p className="remark">{messages.tracedInAll(traceRequests)}</p> : null}
    </>
  );
}
