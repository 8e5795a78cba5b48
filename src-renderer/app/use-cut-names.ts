import { type RefObject, useEffect, useState } from 'react';

function hasCutNames(strip: HTMLElement): boolean {
  const { bottom } = strip.getBoundingClientRect();
  // A name without room for a few letters lies below the strip, out of sight.
  return [...strip.querySelectorAll('.clip')].some(
    (name) => name.scrollWidth > name.clientWidth || name.getBoundingClientRect().top >= bottom,
  );
}

/** True while the names in a strip have less room than they need. */
export function useCutNames(strip: RefObject<HTMLElement | null>): boolean {
  const [isCut, setIsCut] = useState(false);
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const measure = () => setIsCut(hasCutNames(element));
    const size = new ResizeObserver(measure);
    size.observe(element);
    // A tab comes, goes, is chosen or gets another name.
    const content = new MutationObserver(measure);
    content.observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['class'],
    });
    return () => {
      size.disconnect();
      content.disconnect();
    };
  }, [strip]);
  return isCut;
}
