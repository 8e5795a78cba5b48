import type { Page } from '@playwright/test';

/** Parts of a page that cannot be reached in the window as large as it is. */
export interface Reach {
  /** The page as a whole, or a box that does not scroll, reaches beyond its width. */
  readonly sideways: readonly string[];
  /** Controls that cannot be scrolled to, or that something lies over. */
  readonly covered: readonly string[];
  /** Texts that are cut and say their whole nowhere. */
  readonly cut: readonly string[];
  /** Boxes that scroll, and that the keyboard does not get into. */
  readonly unfocusable: readonly string[];
}

/** Measures the page: everything in one go, so that a whole tour takes seconds. */
export async function measureReach(page: Page): Promise<Reach> {
  return page.evaluate(() => {
    const controls =
      'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"], [role=option], [role=treeitem], [role=menuitem], [role=menuitemradio]';
    // Of a list its first lines tell as much as all.
    const maxOfAList = 3;
    const root = document.scrollingElement ?? document.documentElement;
    const dialog = document.querySelector('.scrim') === null ? null : document.querySelector('[role=dialog]');

    const inPlay = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      // Words for screen readers take one pixel; the editor scrolls its text by itself.
      element.closest('[inert], [aria-hidden="true"], .monaco-editor, .vh') === null &&
      element.parentElement?.clientWidth !== 1 &&
      dialog?.contains(element) !== false;
    const name = (element: Element) => {
      const own = (element.getAttribute('aria-label') ?? element.textContent).trim();
      return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} “${own.replaceAll(/\s+/g, ' ').slice(0, 50)}”`;
    };
    const boxOf = (element: Element) =>
      [...element.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
    const around = (element: Element) => {
      const all: Element[] = [];
      for (let at = element.parentElement; at !== null; at = at.parentElement) all.push(at);
      return all;
    };
    const cuts = (box: Element) => ['hidden', 'clip'].includes(getComputedStyle(box).overflowX);
    const isTooNarrow = (box: Element) => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 1;
    const all = () => [...document.querySelectorAll<HTMLElement>('body *')].filter(inPlay);

    function sideways(): string[] {
      const whole =
        root.scrollWidth > root.clientWidth ? [`page: ${root.scrollWidth} > ${root.clientWidth}`] : [];
      // Texts that end in dots are looked at with the texts; the text of a field is walked through with the caret.
      const boxes = all().filter(
        (box) =>
          isTooNarrow(box) &&
          cuts(box) &&
          !box.matches('input') &&
          getComputedStyle(box).textOverflow !== 'ellipsis',
      );
      return [...whole, ...boxes.map((box) => `${name(box)}: ${box.scrollWidth} > ${box.clientWidth}`)];
    }

    function sampled(): readonly HTMLElement[] {
      const counts = new Map<Element, Map<string, number>>();
      return [...document.querySelectorAll<HTMLElement>(controls)].filter((element) => {
        if (!inPlay(element) || boxOf(element) === undefined) return false;
        const list = element.closest('ul, ol, tbody, [role=listbox], [role=tree]')?.parentElement ?? null;
        if (list === null) return true;
        const inList = counts.get(list) ?? new Map<string, number>();
        const kind = `${element.tagName} ${element.className}`;
        const count = (inList.get(kind) ?? 0) + 1;
        counts.set(list, inList.set(kind, count));
        return count <= maxOfAList;
      });
    }

    function isHit(element: HTMLElement, hit: Element | null): boolean {
      if (hit === null) return false;
      // A message goes by itself, and can be closed.
      if (element.contains(hit) || hit.closest('.toasts') !== null) return true;
      if (hit.closest('label')?.control === element) return true;
      // An element that only scrolls or slides may have its parts drawn over it.
      return (
        element.matches('[role=slider], [role=grid], section, div') &&
        element.parentElement?.contains(hit) === true
      );
    }

    function coveredAt(element: HTMLElement): readonly string[] {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      // A box that does not scroll is moved by this all the same; a person cannot move it back.
      const moved = around(element).filter(
        (box) =>
          box.scrollTop + box.scrollLeft > 0 && box !== root && getComputedStyle(box).overflow === 'hidden',
      );
      const box = boxOf(element);
      if (box === undefined) return [];
      const x = (Math.max(0, box.left) + Math.min(innerWidth, box.right)) / 2;
      const y = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
      const hit = document.elementFromPoint(x, y);
      for (const cutter of moved) cutter.scrollTo(0, 0);
      return [
        ...(isHit(element, hit)
          ? []
          : [`${name(element)} lies under ${hit === null ? 'nothing' : name(hit)}`]),
        ...moved.map((cutter) => `${name(element)} lies outside ${name(cutter)}, which does not scroll`),
      ];
    }

    function isUntold(element: HTMLElement): boolean {
      const isText = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      if (!isText || ![element, ...around(element).slice(0, 3)].some((box) => isTooNarrow(box) && cuts(box)))
        return false;
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      const isTold = element.closest('[title]') !== null;
      document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      return !isTold;
    }

    function isUnfocusable(box: HTMLElement): boolean {
      const { overflowX, overflowY } = getComputedStyle(box);
      const scrolls = (overflow: string, is: number, has: number) =>
        ['auto', 'scroll'].includes(overflow) && is > has + 1;
      return (
        (scrolls(overflowX, box.scrollWidth, box.clientWidth) ||
          scrolls(overflowY, box.scrollHeight, box.clientHeight)) &&
        box.closest(controls) === null &&
        box.querySelector(`${controls}, [tabindex]`) === null
      );
    }

    return {
      sideways: sideways(),
      covered: sampled().flatMap(coveredAt),
      cut: all().filter(isUntold).map(name),
      unfocusable: all().filter(isUnfocusable).map(name),
    };
  });
}
