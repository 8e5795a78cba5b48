const focusable = 'a[href], button:not([aria-disabled]), input, select, textarea, [tabindex="0"]';

function partsOf(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-landmark]')].filter(
    (part) => part.offsetParent !== null,
  );
}

/** The part of the window after (or before) the one that has the focus gets it. */
export function focusLandmark(step: 1 | -1): void {
  const parts = partsOf(document);
  const held = parts.findIndex((part) => part.contains(document.activeElement));
  for (let tried = 1; tried <= parts.length; tried += 1) {
    const part =
      parts[(Math.max(held, step === 1 ? -1 : 0) + step * tried + parts.length * 2) % parts.length];
    const target = part?.querySelector<HTMLElement>(
      `[aria-current], [aria-selected="true"][tabindex="0"], ${focusable}`,
    );
    if (target === null || target === undefined) continue;
    target.focus();
    return;
  }
}
