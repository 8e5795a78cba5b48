import type { ReactNode } from 'react';

export interface ChipProps {
  readonly isPressed: boolean;
  readonly onPress: () => void;
  /** A word, and how many there are of it. */
  readonly children: ReactNode;
}

/** A part of a list that is shown or not by a click on its count. */
export function Chip({ isPressed, onPress, children }: ChipProps) {
  return (
    <button type="button" className="btn sm chip" aria-pressed={isPressed} onClick={onPress}>
      {children}
    </button>
  );
}
