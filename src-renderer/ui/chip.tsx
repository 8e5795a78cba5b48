import type { ReactNode } from 'react';

export interface ChipProps {
  readonly isPressed: boolean;
  readonly onPress: () => void;
  /** A word and its count. */
  readonly children: ReactNode;
}

/** A toggle that shows or hides one part of a list, labelled with its count. */
export function Chip({ isPressed, onPress, children }: ChipProps) {
  return (
    <button type="button" className="btn sm chip" aria-pressed={isPressed} onClick={onPress}>
      {children}
    </button>
  );
}
