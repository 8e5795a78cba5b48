import { Select } from '#renderer/ui/select.tsx';
import type { OnRefused } from '#shared/throttle/traffic/schema.ts';
import { NumberField } from '../number-field.tsx';
import { labMessages } from '../words.ts';
import { newRefusals } from './traffic-document.ts';

const messages = labMessages.traffic.dialog;
const unit = messages.secondsUnit;

const kindOptions = (['drop', 'honour', 'jitter', 'back-off', 'impatient'] as const).map((id) => ({
  id,
  label: messages.refusals[id],
}));

export interface RefusalFieldsProps {
  readonly refusal: OnRefused;
  readonly onChange: (refusal: OnRefused, of: string) => void;
}

function Numbers({ refusal, onChange }: RefusalFieldsProps) {
  switch (refusal.kind) {
    case 'drop':
    case 'honour':
      return null;
    case 'jitter':
      return (
        <NumberField
          label={messages.maximumSeconds}
          value={refusal.maximumSeconds}
          unit={unit}
          min={0.001}
          onChange={(value) => onChange({ ...refusal, maximumSeconds: value ?? 1 }, 'maximum')}
        />
      );
    case 'back-off':
      return (
        <>
          <NumberField
            label={messages.initialSeconds}
            value={refusal.initialSeconds}
            unit={unit}
            min={0.001}
            onChange={(value) => onChange({ ...refusal, initialSeconds: value ?? 1 }, 'initial')}
          />
          <NumberField
            label={messages.factor}
            value={refusal.factor}
            min={1}
            max={100}
            onChange={(value) => onChange({ ...refusal, factor: value ?? 2 }, 'factor')}
          />
          <NumberField
            label={messages.maximumSeconds}
            value={refusal.maximumSeconds}
            unit={unit}
            min={0.001}
            onChange={(value) => onChange({ ...refusal, maximumSeconds: value ?? 30 }, 'maximum')}
          />
        </>
      );
    case 'impatient':
      return (
        <NumberField
          label={messages.everySeconds}
          value={refusal.everySeconds}
          unit={unit}
          min={0.001}
          onChange={(value) => onChange({ ...refusal, everySeconds: value ?? 1 }, 'every')}
        />
      );
  }
}

/** The behaviour of a client after a 429. */
export function RefusalFields({ refusal, onChange }: RefusalFieldsProps) {
  return (
    <fieldset className="lab-fieldset">
      <legend className="vh">{messages.on429}</legend>
      <span className="row wraps">
        <Select
          label={messages.on429}
          options={kindOptions}
          value={refusal.kind}
          onChange={(id) => {
            const kind = kindOptions.find((option) => option.id === id)?.id;
            if (kind !== undefined && kind !== refusal.kind) onChange(newRefusals[kind], '');
          }}
        />
        <Numbers refusal={refusal} onChange={onChange} />
        {refusal.kind === 'drop' ? null : (
          <NumberField
            label={messages.retries}
            value={refusal.maximumRetries}
            isInteger
            max={1_000}
            onChange={(value) => onChange({ ...refusal, maximumRetries: value ?? 0 }, 'retries')}
          />
        )}
      </span>
    </fieldset>
  );
}
