import { type ReactNode, useState } from 'react';
import { ActDialog } from './act-dialog.tsx';
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
    <ActDialog title={title} act={act} kind="danger" disabled={!isFree} onAct={onAct} onClose={onClose}>
      <p>{text}</p>
      {typed === undefined ? null : (
        <TextField label={typed.label} value={given} isMono onChange={setGiven} />
      )}
      {children}
    </ActDialog>
  );
}
