import { Plus, X } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import type { RequestParameters } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;
type Extra = RequestParameters['extra'];

export interface ExtraParametersProps {
  readonly extra: Extra;
  readonly onChange: (extra: Extra) => void;
}

/** Parameters that are added as they are; a name may stand twice. */
export function ExtraParameters({ extra, onChange }: ExtraParametersProps) {
  const set = (at: number, change: Partial<Extra[number]>) =>
    onChange(extra.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <fieldset className="extra-field whole">
      <legend>{messages.extra}</legend>
      {extra.length === 0 ? null : (
        <ul className="extra-list">
          {extra.map(({ name, value }, at) => (
            <li key={`row ${at}`}>
              <input
                className="in mono"
                aria-label={messages.extraName(at + 1)}
                autoComplete="off"
                spellCheck={false}
                value={name}
                onChange={(event) => set(at, { name: event.target.value })}
              />
              <input
                className="in mono"
                aria-label={messages.extraValue(at + 1)}
                autoComplete="off"
                spellCheck={false}
                value={value}
                onChange={(event) => set(at, { value: event.target.value })}
              />
              <Button
                kind="ghost"
                icon={X}
                label={messages.removeExtra(at + 1)}
                onPress={() => onChange(extra.filter((_one, index) => index !== at))}
              />
            </li>
          ))}
        </ul>
      )}
      <Button small icon={Plus} onPress={() => onChange([...extra, { name: '', value: '' }])}>
        {messages.addExtra}
      </Button>
      <span className="help">{messages.help.extra}</span>
    </fieldset>
  );
}
