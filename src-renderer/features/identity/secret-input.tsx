import { Copy, KeyRound } from 'lucide-react';
import { Button, SmallGhostButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { newSecret } from '../../workbench/new-secret.ts';
import { useFormUnderEdit } from './form-context.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.secretInput;

export interface SecretInputProps {
  readonly member: string;
  readonly label: string;
  readonly canGenerate?: boolean;
  readonly canTakeAway?: boolean;
}

/** A secret that can be written and never read: typed text is visible until it is saved, then never again. */
export function SecretInput({ member, label, canGenerate = false, canTakeAway = false }: SecretInputProps) {
  const { form } = useFormUnderEdit();
  const typed = form.secrets[member];
  const held = form.held(member);
  const set = (value: string | null | undefined) => form.setSecret(member, value);
  if (typeof typed === 'string')
    return (
      <div className="secret-input">
        <TextField
          label={label}
          value={typed}
          isMono
          help={canGenerate ? messages.copyNow : messages.onSave}
          onChange={set}
          onEscape={() => set(undefined)}
        />
        <span className="row tight wraps">
          {canGenerate ? (
            <Button small onPress={() => set(newSecret())}>
              {messages.generate}
            </Button>
          ) : null}
          {typed === '' ? null : (
            <SmallGhostButton icon={Copy} onPress={() => void copyText(typed, messages.copied)}>
              {sharedMessages.common.copy}
            </SmallGhostButton>
          )}
          <SmallGhostButton onPress={() => set(undefined)}>
            {held === null ? sharedMessages.common.cancel : messages.keep}
          </SmallGhostButton>
        </span>
      </div>
    );
  const state = held?.state ?? 'none';
  return (
    <div className="field">
      <span className="label">{label}</span>
      <span className="row tight wraps">
        {held === null ? (
          <span className="muted">{messages.states.none}</span>
        ) : (
          <span className={state === 'missing' ? 'bind edited' : 'bind'}>
            <Icon of={KeyRound} small />
            {typed === null ? messages.willGo : messages.states[state]}
          </span>
        )}
        {form.isReadOnly ? null : (
          <>
            <Button small onPress={() => set('')}>
              {held === null ? messages.set : messages.replace}
            </Button>
            {canGenerate ? (
              <Button small onPress={() => set(newSecret())}>
                {messages.generate}
              </Button>
            ) : null}
            {typed === null ? (
              <SmallGhostButton onPress={() => set(undefined)}>{messages.keep}</SmallGhostButton>
            ) : canTakeAway && held !== null ? (
              <SmallGhostButton onPress={() => set(null)}>{messages.takeAway}</SmallGhostButton>
            ) : null}
          </>
        )}
      </span>
    </div>
  );
}
