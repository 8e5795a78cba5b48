import { useEffect } from 'react';

/** Number of levels around the pointer that are searched for a truncated text. */
const levels = 3;

function isCut(element: Element): boolean {
  if (element.scrollWidth <= element.clientWidth || element.clientWidth <= 1) return false;
  const { overflowX } = getComputedStyle(element);
  return overflowX === 'hidden' || overflowX === 'clip';
}

/** The element with a truncated text at or right above the pointer. */
function cutAt(target: EventTarget | null): HTMLElement | null {
  let element = target instanceof HTMLElement ? target : null;
  for (let level = 0; level < levels && element !== null; level += 1) {
    if (isCut(element)) return element;
    element = element.parentElement;
  }
  return null;
}

/** Lets every text that is cut off say its whole when it is pointed at, as long as it is. */
export function useWholeTexts(): void {
  useEffect(() => {
    let told: HTMLElement | null = null;
    const over = ({ target }: PointerEvent) => {
      const cut = cutAt(target);
      if (cut === told) return;
      told?.removeAttribute('title');
      told = null;
      // A title that says more than the text stays.
      if (cut === null || cut.closest('[title]') !== null) return;
      const text = (cut.textContent ?? '').trim().replaceAll(/\s+/gu, ' ');
      if (text === '') return;
      cut.title = text;
      told = cut;
    };
    document.addEventListener('pointerover', over);
    return () => {
      document.removeEventListener('pointerover', over);
      told?.removeAttribute('title');
    };
  }, []);
}
