import type { ViewField } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { CopyButton } from './copy-button.tsx';
import { RevealLink } from './reveal-link.tsx';
import { useReveal } from './use-reveal.ts';

export type RevealField = (pointer: string) => Promise<string>;

interface ParamProps {
  readonly field: ViewField;
  /** The value behind the mask, while all values of the exchange are shown. */
  readonly shown: string | undefined;
  readonly onReveal: RevealField;
}

function Param({ field, shown, onReveal }: ParamProps) {
  const { name, secret } = field;
  const pointer = secret === 'artefact' ? field.pointer : undefined;
  const reveal = useReveal(() => onReveal(pointer ?? ''));
  const value = shown ?? reveal.value ?? field.value;
  const canCopy = secret === undefined || pointer !== undefined;
  return (
    <li>
      <span className="pn mono wrap">{name}</span>
      <span className={value.includes(' ') ? 'pv mono wrap' : 'pv mono hash'}>{value}</span>
      <span className="px">
        {secret === 'stored' ? <span className="bind">{sharedMessages.exchange.secretStored}</span> : null}
        {pointer === undefined || shown !== undefined ? null : <RevealLink name={name} reveal={reveal} />}
        {canCopy ? (
          <CopyButton name={name} load={() => (pointer === undefined ? field.value : onReveal(pointer))} />
        ) : null}
      </span>
    </li>
  );
}

export interface ParamListProps {
  readonly fields: readonly ViewField[];
  /** The values behind masks by their pointers, while they are shown. */
  readonly values: ReadonlyMap<string, string>;
  readonly onReveal: RevealField;
}

/** Names over values, in the order of the wire; hashes wrap anywhere so that they can be compared whole. */
export function ParamList({ fields, values, onReveal }: ParamListProps) {
  return (
    <ul className="params">
      {fields.map((field, index) => (
        <Param
          key={`${index} ${field.name} ${field.value}`}
          field={field}
          shown={field.pointer === undefined ? undefined : values.get(field.pointer)}
          onReveal={onReveal}
        />
      ))}
    </ul>
  );
}
