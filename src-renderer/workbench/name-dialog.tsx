import type { ReactNode } from 'react';
import { ActDialog } from '../ui/act-dialog.tsx';
import { TextField } from '../ui/field.tsx';

export interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  /** The rule for a valid name, shown below the field and as its error. */
  readonly help: string;
  readonly act: string;
  readonly name: string;
  readonly isName: (text: string) => boolean;
  readonly onName: (text: string) => void;
  /** The mutation that uses the name, and its state. */
  readonly adding: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: () => void;
  };
  readonly onClose: () => void;
  /** True if all other required input is given; absent: it is. */
  readonly isComplete?: boolean;
  /** Fields shown before the name. */
  readonly children?: ReactNode;
}

/** Asks for the name of something that is added to the workspace. */
export function NameDialog(props: NameDialogProps) {
  const { name, isName, adding, help, onClose, isComplete = true } = props;
  const isReady = isName(name) && isComplete && !adding.isPending;
  const submit = () => {
    if (isReady) adding.mutate();
  };
  return (
    <ActDialog
      title={props.title}
      error={adding.error}
      act={props.act}
      disabled={!isReady}
      onAct={submit}
      onClose={onClose}
    >
      {props.children}
      <TextField
        label={props.label}
        value={name}
        isMono
        help={help}
        error={name === '' || isName(name) ? null : help}
        onChange={props.onName}
        onEnter={submit}
      />
    </ActDialog>
  );
}
