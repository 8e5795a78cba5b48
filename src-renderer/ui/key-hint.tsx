import { type KeyName, showKey } from './show-key.ts';

export interface KeyHintProps {
  readonly of: KeyName;
  readonly className?: string;
}

/** The key of an action on this keyboard; screen readers get it from the action itself. */
export function KeyHint({ of, className }: KeyHintProps) {
  return (
    <kbd aria-hidden="true" className={className}>
      {showKey(of)}
    </kbd>
  );
}
