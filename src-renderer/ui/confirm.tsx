import { type ReactNode, useState } from 'react';
import { sharedMessages } from '../words/shared-messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';

export interface ConfirmProps {
  readonly title: string;
  readonly text: string;
  /** Names the act; never OK or Yes. */
  readonly act: string;
  /** The text that the user must type to enable the action, with the label that asks for it. */
  readonly typed?: { readonly text: string; readonly label: string };
  readonly isBusy?: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Asks before an act that cannot be undone; the focus starts on the safe answer. */
export function Confirm({ title, text, act, typed, isBusy = false, onAct, onClose, children }: ConfirmProps) {
  const [given, setGiven] = useState('');
  const isFree = !isBusy && (typed === undefined || given === typed.text);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-form">
        <p>{text}</p>
        {typed === undefined ? null : (
          <TextField label={typed.label} value={given} isMono onChange={setGiven} />
        )}
        {children}
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button kind="danger" disabled={!isFree} onPress={onAct}>
            {act}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
