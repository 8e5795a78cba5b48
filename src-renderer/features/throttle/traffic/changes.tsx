import { ArrowRight, X } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { DesignedTraffic } from '#shared/api/index.ts';
import type { StatusChange } from '#shared/throttle/traffic/schema.ts';
import { NumberField } from '../number-field.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { withMovedChange } from './traffic-document.ts';

const messages = labMessages.traffic;

interface RowProps {
  readonly lab: Lab;
  readonly traffic: DesignedTraffic;
  readonly change: StatusChange;
  readonly index: number;
  readonly claim: string | null;
}

function ChangeRow({ lab, traffic, change, index, claim }: RowProps) {
  const { client, attributes, atSeconds } = change;
  const name = claim !== null && Object.hasOwn(attributes, claim) ? claim : Object.keys(attributes)[0];
  const set = (value: string) => {
    if (name === undefined) return;
    const next = { ...change, attributes: { ...attributes, [name]: value === '' ? null : value } };
    lab.editTraffic({ ...traffic, changes: traffic.changes.with(index, next) }, `change ${index} ${name}`);
  };
  return (
    <li className="row tight">
      <Icon of={ArrowRight} small />
      <NumberField
        label={messages.changeTime(client)}
        isBare
        value={atSeconds}
        unit="s"
        max={traffic.durationSeconds}
        onChange={(value) => {
          if (value !== undefined)
            lab.editTraffic(withMovedChange(traffic, index, value), `change ${index} at`);
        }}
      />
      <span className="mono clip">{client}</span>
      <Icon of={ArrowRight} small />
      <input
        className="in mono"
        aria-label={messages.changeTo(client)}
        placeholder={messages.nothing}
        value={name === undefined ? '' : (attributes[name] ?? '')}
        onChange={(event) => set(event.target.value)}
      />
      <SmallGhostButton
        icon={X}
        label={messages.removeChange(client)}
        onPress={() => lab.editTraffic({ ...traffic, changes: traffic.changes.toSpliced(index, 1) })}
      />
    </li>
  );
}

export interface ChangesProps {
  readonly lab: Lab;
  readonly traffic: DesignedTraffic;
  readonly claim: string | null;
}

/** When a client becomes another one: the full rate of its new status is shown to be granted. */
export function Changes({ lab, traffic, claim }: ChangesProps) {
  if (traffic.changes.length === 0) return null;
  return (
    <ul className="lab-changes" aria-label={messages.changes}>
      {traffic.changes.map((change, index) => (
        <ChangeRow
          // The order is the identity: two changes may be equal.
          key={`change ${index}`}
          lab={lab}
          traffic={traffic}
          change={change}
          index={index}
          claim={claim}
        />
      ))}
    </ul>
  );
}
