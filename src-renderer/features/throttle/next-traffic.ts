import { useRef, useState } from 'react';

/** The turn of the lab from one traffic to another, which takes until the file is read. */
export interface NextTraffic {
  /** Another traffic than the one that is shown is being opened. */
  readonly isOpening: boolean;
  /** The shown traffic took the place of another. */
  readonly isTurnedTo: boolean;
  /** Simulate was pressed meanwhile: the press is meant for the traffic that comes. */
  readonly simulateThen: () => void;
  /** Tells once that the traffic that has come is to be simulated. */
  readonly takePress: () => boolean;
}

/** Follows which traffic is shown, and which one is wanted; null: none. */
export function useNextTraffic(shown: string | null, wanted: string | null): NextTraffic {
  const [last, setLast] = useState({ shown, isTurnedTo: false });
  const isPressed = useRef(false);
  const now = last.shown === shown ? last : { shown, isTurnedTo: last.shown !== null };
  if (now !== last) setLast(now);
  return {
    isOpening: shown !== null && shown !== wanted,
    isTurnedTo: now.isTurnedTo,
    simulateThen() {
      isPressed.current = true;
    },
    takePress() {
      const { current: isPending } = isPressed;
      isPressed.current = false;
      return isPending;
    },
  };
}
