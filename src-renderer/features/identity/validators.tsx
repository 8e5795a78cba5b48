import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { type PasswordValidatorSettings, passwordValidatorSchema } from '#shared/workspace/index.ts';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { Select } from '../../ui/select.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { Part } from './fields.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.policy;
const pointer = '/services/authorizationServer/passwordValidators';
const types = (['users', 'http', 'unavailable'] as const).map((id) => ({
  id,
  label: messages.validatorTypes[id],
}));
type ValidatorType = (typeof types)[number]['id'];

function validatorsIn(value: unknown): readonly PasswordValidatorSettings[] {
  const parsed = passwordValidatorSchema.array().safeParse(value);
  return parsed.success ? parsed.data : [];
}

function newValidator(
  type: ValidatorType,
  taken: readonly PasswordValidatorSettings[],
): PasswordValidatorSettings {
  const ids = new Set(taken.map(({ id }) => id));
  let id: string = type;
  for (let number = 2; ids.has(id); number += 1) id = `${type}-${number}`;
  if (type === 'users') return { id, type, credential: 'pin' };
  return type === 'http'
    ? { id, type, url: 'https://localhost/validate', timeoutMillis: 5_000 }
    : { id, type };
}

interface LineProps {
  readonly validator: PasswordValidatorSettings;
  readonly onChange: (next: PasswordValidatorSettings) => void;
}

/** Text that is written when the field is left or Enter is pressed. */
function Typed({
  label,
  value,
  help,
  onWrite,
}: {
  readonly label: string;
  readonly value: string;
  readonly help: string;
  readonly onWrite: (text: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const write = () => {
    if (typed !== null && typed !== value) onWrite(typed);
    setTyped(null);
  };
  return (
    <TextField
      label={label}
      value={typed ?? value}
      isMono
      help={help}
      onChange={setTyped}
      onEnter={write}
      onLeave={write}
      onEscape={() => setTyped(null)}
    />
  );
}

function ValidatorFields({ validator, onChange }: LineProps) {
  if (validator.type === 'users')
    return (
      <Select
        label={messages.credential}
        options={(['password', 'pin'] as const).map((id) => ({ id, label: messages.credentials[id] }))}
        value={validator.credential}
        onChange={(id) => onChange({ ...validator, credential: id === 'pin' ? 'pin' : 'password' })}
      />
    );
  if (validator.type === 'unavailable') return null;
  return (
    <>
      <Typed
        label={messages.url}
        value={validator.url}
        help={messages.urlHelp}
        onWrite={(url) => onChange({ ...validator, url })}
      />
      <Typed
        label={messages.timeout}
        value={String(validator.timeoutMillis)}
        help={messages.timeoutHelp}
        onWrite={(text) => onChange({ ...validator, timeoutMillis: Number(text) })}
      />
    </>
  );
}

/** The chain of validators for passwords that clients collect, called from the top. */
export function Validators() {
  const settings = useShownSettings();
  const all = validatorsIn(settings.at(pointer));
  const [type, setType] = useState<ValidatorType>('http');
  const set = (next: readonly PasswordValidatorSettings[]) => {
    settings.set(messages.validators, [{ pointer, value: next }]).catch(reportProblem);
  };
  const move = (from: number, to: number) => {
    const moved = all[from];
    if (moved !== undefined) set(all.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  return (
    <Part title={messages.validators} help={messages.validatorsHelp}>
      <ol className="validator-list">
        {all.map((validator, index) => (
          <li key={validator.id}>
            <div className="row wraps">
              <span className="mono strong">{validator.id}</span>
              <span className="muted">{messages.validatorTypes[validator.type]}</span>
              <span className="push row tight">
                <SmallGhostButton
                  icon={ArrowUp}
                  label={messages.up(validator.id)}
                  disabled={index === 0}
                  onPress={() => move(index, index - 1)}
                />
                <SmallGhostButton
                  icon={ArrowDown}
                  label={messages.down(validator.id)}
                  disabled={index === all.length - 1}
                  onPress={() => move(index, index + 1)}
                />
                <SmallGhostButton
                  icon={X}
                  label={messages.removeValidator(validator.id)}
                  disabled={all.length === 1}
                  onPress={() => set(all.toSpliced(index, 1))}
                />
              </span>
            </div>
            <ValidatorFields validator={validator} onChange={(next) => set(all.with(index, next))} />
          </li>
        ))}
      </ol>
      <span className="row wraps add-row">
        <Select
          label={messages.validatorType}
          options={types}
          value={type}
          onChange={(id) => setType(types.find((each) => each.id === id)?.id ?? 'http')}
        />
        <Button icon={Plus} onPress={() => set([...all, newValidator(type, all)])}>
          {messages.addValidator}
        </Button>
      </span>
    </Part>
  );
}
