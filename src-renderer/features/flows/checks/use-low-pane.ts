import { type RefObject, useEffect, useState } from 'react';

/** Below this height two lists one above the other show a line or two each. */
const lowPixels = 340;

/** True while a pane is too low for two lists at once. */
export function useLowPane(pane: RefObject<HTMLElement | null>): boolean {
  const [isLow, setIsLow] = useState(false);
  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setIsLow(element.clientHeight < lowPixels));
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
  return isLow;
}
