import { Trash2 } from 'lucide-react';
import { SmallGhostButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { UserDraft } from './draft.ts';
import { serverMessages as messages } from './messages.ts';

export interface UserFieldsProps {
  readonly user: UserDraft;
  /** Its place in the form, from 1. */
  readonly number: number;
  readonly onChange: (user: UserDraft) => void;
  readonly onRemove: () => void;
}

/** A user at the server. */
export function UserFields({ user, number, onChange, onRemove }: UserFieldsProps) {
  return (
    <fieldset className="pairs server-part">
      <legend className="strong">{messages.user(number)}</legend>
      <TextField
        label={messages.username}
        isMono
        value={user.username}
        onChange={(username) => onChange({ ...user, username })}
      />
      <TextField
        label={messages.password}
        type="password"
        isMono
        value={user.password}
        onChange={(password) => onChange({ ...user, password })}
      />
      <SmallGhostButton icon={Trash2} onPress={onRemove}>
        {messages.removeUser(number)}
      </SmallGhostButton>
    </fieldset>
  );
}
