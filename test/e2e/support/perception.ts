import type { Page } from '@playwright/test';

/** Lists elements that move although the person asked for stillness. */
export async function motions(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const maxMillis = 1;
    const millis = (list: string) =>
      Math.max(
        ...list.split(',').map((one) => Number.parseFloat(one) * (one.trim().endsWith('ms') ? 1 : 1_000)),
      );
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
    const running = document
      .getAnimations()
      .filter((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0) > maxMillis)
      .map((animation) =>
        animation.effect instanceof KeyframeEffect && animation.effect.target !== null
          ? name(animation.effect.target)
          : 'an animation',
      );
    const styled = [...document.querySelectorAll('html, body, body *')].flatMap((element) =>
      [undefined, '::before', '::after'].flatMap((part) => {
        const { transitionDuration, animationDuration, animationName, scrollBehavior } = getComputedStyle(
          element,
          part,
        );
        return [
          ...(millis(transitionDuration) > maxMillis
            ? [`${name(element)} changes in ${transitionDuration}`]
            : []),
          ...(animationName !== 'none' && millis(animationDuration) > maxMillis
            ? [`${name(element)} moves`]
            : []),
          ...(scrollBehavior === 'smooth' ? [`${name(element)} scrolls smoothly`] : []),
        ];
      }),
    );
    return [...new Set([...running, ...styled])];
  });
}

/**
 * Lists losses in forced colours: chosen things that look like the others, and controls whose focus is not seen. The
 * keyboard has to have been used last, or the browser shows no focus at all.
 */
export async function lostInForcedColours(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Shift');
  return page.evaluate(() => {
    const shown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden="true"]') === null;
    const name = (element: Element) => {
      const own = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${own.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
    };
    // The look of an element on a system of few colours: not its shadows and not its tones.
    const look = (element: Element) =>
      [undefined, '::before', '::after']
        .map((part) => {
          const style = getComputedStyle(element, part);
          if (part !== undefined && style.content === 'none') return '';
          const sides = ['top', 'right', 'bottom', 'left'].map(
            (side) =>
              `${style.getPropertyValue(`border-${side}-style`)} ${style.getPropertyValue(`border-${side}-width`)} ${style.getPropertyValue(`border-${side}-color`)}`,
          );
          return [
            style.backgroundColor,
            style.outlineStyle,
            style.outlineWidth,
            style.fontWeight,
            style.textDecorationLine,
            ...sides,
            part === undefined ? '' : style.content,
          ].join();
        })
        .join('|');
    const isChosen = (element: Element) =>
      ['aria-selected', 'aria-pressed', 'aria-checked'].some(
        (state) => element.getAttribute(state) === 'true',
      ) ||
      (element.getAttribute('aria-current') ?? 'false') !== 'false' ||
      (element instanceof HTMLInputElement && element.checked);
    const carrierOf = (element: Element) =>
      element.matches('.seg input') ? (element.closest('label') ?? element) : element;
    const stateful =
      '[aria-selected], [aria-pressed], [aria-checked], [aria-current], .nav-rail a, .settings-nav a, input[type=radio], input[type=checkbox]';
    const all = [...document.querySelectorAll(stateful)].filter(
      (element) => shown(element) && element.closest('.monaco-editor') === null,
    );
    const kindOf = (element: Element) =>
      `${element.tagName} ${element.getAttribute('role') ?? ''} ${element.getAttribute('type') ?? ''} ${element.parentElement?.className}`;
    const lost = all.filter(isChosen).flatMap((chosen) => {
      const other = all.find(
        (candidate) =>
          !isChosen(candidate) &&
          kindOf(candidate) === kindOf(chosen) &&
          candidate !== document.activeElement,
      );
      if (other === undefined || chosen === document.activeElement) return [];
      const inside = (element: Element) =>
        [carrierOf(element), ...carrierOf(element).children].map(look).join('/');
      return inside(chosen) === inside(other)
        ? [`${name(chosen)} is chosen, and looks like ${name(other)}`]
        : [];
    });

    const before = document.activeElement;
    const kinds = new Set<string>();
    const unseen: string[] = [];
    const stops =
      'a[href], button:not([tabindex="-1"]), input:not([type=hidden]), select, textarea, [tabindex="0"]';
    for (const element of document.querySelectorAll<HTMLElement>(stops)) {
      const kind = `${element.tagName} ${element.role ?? ''} ${element.className} ${element.parentElement?.className}`;
      if (
        !shown(element) ||
        // The focus goes on from a menu to its entries at once.
        element.role === 'menu' ||
        kinds.has(kind) ||
        element.matches(':disabled') ||
        element.getBoundingClientRect().width < 2
      )
        continue;
      kinds.add(kind);
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) continue;
      const ringed = [
        element,
        element.closest('label'),
        element.closest('.code-editor'),
        element.closest('.palette-field'),
        ...element.children,
      ]
        .filter((candidate) => candidate !== null)
        .some((candidate) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
          return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
        });
      if (!ringed) unseen.push(`the focus is not seen on ${name(element)}`);
    }
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return [...new Set([...lost, ...unseen])];
  });
}
