import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { SecretDialog } from '../../workbench/secret-dialog.tsx';

const messages = sharedMessages.secrets;

/** The name of the stored secret that a value of a file refers to; null where it refers to none. */
export function secretNameOf(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && '$secret' in value) return String(value.$secret);
  return typeof value === 'string' ? (/^&\{([^}]+)\}$/.exec(value)?.[1] ?? null) : null;
}

export interface SecretFieldProps {
  readonly label: string;
  /** The value in the file. */
  readonly value: unknown;
  /** The name under which a new value is stored where the file names none yet. */
  readonly name: string;
  readonly onStored: () => void;
}

/** A secret of a file as a chip: it can be replaced, never read. */
export function SecretField({ label, value, name, onStored }: SecretFieldProps) {
  const [isOpen, setIsOpen] = useState(false);
  const named = secretNameOf(value);
  return (
    <div className="setting">
      <span className="label">{label}</span>
      <span className="row tight wraps">
        {named === null ? (
          <span className="muted">{sharedMessages.settings.none}</span>
        ) : (
          <span className="bind">
            <Icon of={KeyRound} small />
            {messages.chip(named)}
          </span>
        )}
        <Button small onPress={() => setIsOpen(true)}>
          {named === null ? messages.storeIt : messages.replace}
        </Button>
      </span>
      {isOpen ? (
        <SecretDialog
          name={named ?? name}
          file="gatehouse.json"
          onClose={() => {
            setIsOpen(false);
            if (named === null) onStored();
          }}
        />
      ) : null}
    </div>
  );
}
