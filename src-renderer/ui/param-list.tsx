import type { ViewField } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { RevealLink } from './reveal-link.tsx';
import { useReveal } from './use-reveal.ts';

export type RevealField = (pointer: string) => Promise<string>;

interface ParamProps {
  readonly field: ViewField;
  readonly onReveal: RevealField;
}

function Param({ field, onReveal }: ParamProps) {
  const pointer = field.secret === 'artefact' ? field.pointer : undefined;
  const reveal = useReveal(() => onReveal(pointer ?? ''));
  const value = reveal.value ?? field.value;
  return (
    <li>
      <span className="pn mono wrap">{field.name}</span>
      <span className={value.includes(' ') ? 'pv mono wrap' : 'pv mono hash'}>{value}</span>
      {field.secret === undefined ? null : (
        <span className="px">
          <span className="bind">
            {field.secret === 'stored'
              ? sharedMessages.exchange.secretStored
              : sharedMessages.exchange.secretArtefact}
          </span>
          {pointer === undefined ? null : <RevealLink name={field.name} reveal={reveal} />}
        </span>
      )}
    </li>
  );
}

export interface ParamListProps {
  readonly fields: readonly ViewField[];
  readonly onReveal: RevealField;
}

/** Names over values, in the order of the wire; hashes wrap anywhere so that they can be compared whole. */
export function ParamList({ fields, onReveal }: ParamListProps) {
  return (
    <ul className="params">
      {fields.map((field, index) => (
        <Param key={`${index} ${field.name} ${field.value}`} field={field} onReveal={onReveal} />
      ))}
    </ul>
  );
}
