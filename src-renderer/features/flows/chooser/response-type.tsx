import { useState } from 'react';
import { responseTypeNames } from '#shared/oauth/index.ts';
import { Choice } from '../token/controls.tsx';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;
// No response type has these names.
const usual = ':usual';
const other = ':other';
const known: readonly string[] = [...responseTypeNames, 'none'];

export interface ResponseTypeFieldProps {
  /** Null: that of the flow. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** The response type: that of the flow, one that is registered, or any text. OAuth 2.0 Multiple Response Types §3 */
export function ResponseTypeField({ value, onChange }: ResponseTypeFieldProps) {
  const [isOther, setIsOther] = useState(() => value !== null && !known.includes(value));
  return (
    <div className="field">
      <div className={isOther ? 'sent-pair own' : 'sent-pair'}>
        <Choice
          mono
          label={messages.responseType}
          options={[
            { id: usual, label: messages.asFlow },
            ...known.map((id) => ({ id, label: id })),
            { id: other, label: messages.otherType },
          ]}
          value={isOther ? other : (value ?? usual)}
          onChange={(id) => {
            setIsOther(id === other);
            onChange(id === usual || id === other ? null : id);
          }}
        />
        {isOther ? (
          <input
            className="in mono"
            aria-label={messages.ownType}
            autoComplete="off"
            spellCheck={false}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          />
        ) : null}
      </div>
      <span className="help">{messages.help.responseType}</span>
    </div>
  );
}
