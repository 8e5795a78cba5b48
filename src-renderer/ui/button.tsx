import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { sharedMessages } from '../words/shared-messages.ts';
import { Icon } from './icon.tsx';
import { KeyHint } from './key-hint.tsx';
import type { KeyName } from './show-key.ts';

export type ButtonKind = 'quiet' | 'ink' | 'ghost' | 'danger' | 'go';

export interface ButtonProps {
  readonly children?: ReactNode;
  readonly kind?: ButtonKind;
  readonly icon?: LucideIcon;
  /** Shown in the button; the screen binds it. */
  readonly keyHint?: KeyName;
  readonly small?: boolean;
  /** Names a button that has only an icon. */
  readonly label?: string;
  /** Told at the pointer, for a button that keeps its icon alone where there is little room. */
  readonly hint?: string;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  /** For a button that stays down: whether it is. */
  readonly isPressed?: boolean;
  readonly onPress?: () => void;
}

/** Class names of a button, for what must look like one: links and the triggers of menus. */
export function buttonClass(kind: ButtonKind = 'quiet', small = false, iconOnly = false): string {
  const kinds = { quiet: '', ink: ' primary', ghost: ' ghost', danger: ' danger', go: ' go' };
  return `btn${kinds[kind]}${small ? ' sm' : ''}${iconOnly ? ' icon' : ''}`;
}

/** A button that names its act. One ink button a pane; all else is quiet. */
export function Button(props: ButtonProps) {
  const { children, kind, icon, keyHint, small = false, label } = props;
  return (
    <button
      type="button"
      className={buttonClass(kind, small, children === undefined)}
      aria-label={label}
      title={children === undefined ? label : props.hint}
      aria-expanded={props.expanded}
      aria-pressed={props.isPressed}
      // Not `disabled`: a button that is so for the moment of a call would lose the focus, and the keys with it.
      aria-disabled={props.disabled === true ? true : undefined}
      onClick={props.disabled === true ? undefined : props.onPress}
    >
      {icon === undefined ? null : <Icon of={icon} />}
      {children}
      {keyHint === undefined ? null : <KeyHint of={keyHint} />}
    </button>
  );
}

/** A small button without a frame, for an act beside the thing it belongs to. */
export function SmallGhostButton(props: Omit<ButtonProps, 'kind' | 'small'>) {
  return <Button small kind="ghost" {...props} />;
}

/** Asks for something once more that failed. */
export function RetryButton({ onPress }: Required<Pick<ButtonProps, 'onPress'>>) {
  return (
    <Button small onPress={onPress}>
      {sharedMessages.common.retry}
    </Button>
  );
}
