import { Choice } from '../token/controls.tsx';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;
const ways = ['usual', 'none', 'own'] as const;

export interface SentFieldProps {
  readonly name: 'scope' | 'nonce' | 'login_hint';
  /** Undefined: as ever; null: not sent. */
  readonly value: string | null | undefined;
  readonly onChange: (value: string | null | undefined) => void;
}

/** A parameter that is sent as ever, not at all, or with a value of its own. */
export function SentField({ name, value, onChange }: SentFieldProps) {
  const way = value === undefined ? 'usual' : value === null ? 'none' : 'own';
  const options = ways.map((id) => ({
    id,
    label: id === 'usual' ? messages.ways.usual[name] : messages.ways[id],
  }));
  return (
    <div className="field">
      <div className={way === 'own' ? 'sent-pair own' : 'sent-pair'}>
        <Choice
          label={name}
          options={options}
          value={way}
          onChange={(id) => onChange({ usual: undefined, none: null, own: '' }[id])}
        />
        {way === 'own' ? (
          <input
            className="in mono"
            aria-label={messages.ownValue(name)}
            autoComplete="off"
            spellCheck={false}
            value={value ?? ''}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : null}
      </div>
      <span className="help">{messages.help[name]}</span>
    </div>
  );
}
