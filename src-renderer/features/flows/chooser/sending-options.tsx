import { Checkbox } from '#renderer/ui/checkbox.tsx';
import type { FlowOptions } from '../choice.ts';
import { Choice } from '../token/controls.tsx';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;
const pushes = [
  { id: 'usual', label: messages.pushes.usual },
  { id: 'yes', label: messages.pushes.yes },
  { id: 'no', label: messages.pushes.no },
] as const;

export interface SendingOptionsProps {
  readonly options: FlowOptions;
  readonly onChange: (options: FlowOptions) => void;
}

/** How the authorization request is sent: signed, pushed, or as ever. RFC 9101, RFC 9126 */
export function SendingOptions({ options, onChange }: SendingOptionsProps) {
  const { isSigned, isPushed } = options;
  return (
    <fieldset className="option-group">
      <legend>{messages.groups.sending}</legend>
      <div className="option-fields">
        <div className="field">
          <Checkbox
            label={messages.signed}
            isChecked={isSigned}
            onChange={(value) => onChange({ ...options, isSigned: value })}
          />
          <span className="help">{messages.help.signed}</span>
        </div>
        <Choice
          label={messages.pushed}
          options={pushes}
          value={isPushed === null ? 'usual' : isPushed ? 'yes' : 'no'}
          help={messages.help.pushed}
          onChange={(id) => onChange({ ...options, isPushed: id === 'usual' ? null : id === 'yes' })}
        />
      </div>
    </fieldset>
  );
}
