import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Takes the focus into the drawer when it opens. Once it is closed the focus returns to where it was, or to the chip of
 * the value that was looked at.
 */
export function useDrawerFocus(drawer: RefObject<HTMLElement | null>, name: string | null): void {
  const focusChip = useEffectEvent(() => {
    const chips = document.querySelectorAll<HTMLElement>('.value-chips .value-line');
    const chip = [...chips].find((candidate) => candidate.dataset['value'] === name) ?? chips[0];
    chip?.querySelector('button')?.focus();
  });
  useEffect(() => {
    const before = document.activeElement;
    // The field for a token that is pasted takes the focus itself.
    if (drawer.current?.contains(before) === false) {
      const chosen = drawer.current.querySelector<HTMLElement>('.chosen button');
      (chosen ?? drawer.current.querySelector('button'))?.focus();
    }
    return () => {
      if (document.activeElement !== document.body) return;
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
      else focusChip();
    };
  }, [drawer]);
}
