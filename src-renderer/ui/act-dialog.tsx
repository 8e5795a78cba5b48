import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { toProblem } from '../api/problem.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ProblemNote } from './note.tsx';

export interface DialogActsProps {
  /** Names the act; never OK or Yes. */
  readonly act: ReactNode;
  readonly icon?: LucideIcon;
  readonly kind?: 'ink' | 'danger';
  readonly disabled?: boolean;
  readonly onAct: () => void;
  readonly onClose: () => void;
  /** The way out; absent: it says that nothing is done. */
  readonly close?: string;
}

/** The foot of a dialog: the way out, which has the focus first, and the one act. */
export function DialogActs(props: DialogActsProps) {
  const { act, kind = 'ink', onAct, onClose, close = sharedMessages.common.cancel, ...rest } = props;
  return (
    <footer className="dialog-acts">
      <Button onPress={onClose}>{close}</Button>
      <Button kind={kind} onPress={onAct} {...rest}>
        {act}
      </Button>
    </footer>
  );
}

export interface ActDialogProps extends DialogActsProps {
  readonly title: string;
  readonly wide?: boolean;
  /** Why the last try failed. */
  readonly error?: Error | null;
  readonly children: ReactNode;
}

/** A dialog that asks for what an act needs, tells why it failed, and ends with it. */
export function ActDialog({ title, wide = false, error = null, children, ...acts }: ActDialogProps) {
  return (
    <Dialog wide={wide} title={title} onClose={acts.onClose}>
      <div className="dialog-form">
        {children}
        {error === null ? null : <ProblemNote problem={toProblem(error)} />}
        <DialogActs {...acts} />
      </div>
    </Dialog>
  );
}
