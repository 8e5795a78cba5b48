import { type KeyName, showKey } from './show-key.ts';

export interface KeyHintProps {
  readonly of: KeyName;
  readonly className?: string;
}

/** The key of an act, as it stands on this keyboard; screens that are read aloud have it from the act itself. */
export function KeyHint({ of, className }: KeyHintProps) {
  return (
    <kbd aria-hidden="true" className={className}>
      {showKey(of)}
    </kbd>
  );
}
