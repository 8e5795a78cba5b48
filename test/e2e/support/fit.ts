import type { Page } from '@playwright/test';

/** Returns a line for each thing that does not fit in the page as it stands. Runs in the page. */
function findUnfit(): readonly string[] {
  /** Share of a table that may be left blank beside a text that is cut. */
  const mostUnused = 0.15;
  const name = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  const clips = (element: Element) => getComputedStyle(element).overflow !== 'visible';

  /** The part of an element that its ancestors let show. */
  const shownPart = (element: Element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const part = { left, top, right, bottom };
    for (let each = element.parentElement; each !== null; each = each.parentElement) {
      if (!clips(each)) continue;
      const box = each.getBoundingClientRect();
      part.left = Math.max(part.left, box.left);
      part.top = Math.max(part.top, box.top);
      part.right = Math.min(part.right, box.right);
      part.bottom = Math.min(part.bottom, box.bottom);
    }
    return part;
  };

  const tallToolbars = [...document.querySelectorAll('[role=toolbar], .toolbar')]
    .filter(isShown)
    .filter((bar) => {
      const boxes = [...bar.children].map((child) => child.getBoundingClientRect());
      const shown = boxes.filter(({ width, height }) => width > 1 && height > 1);
      const lowest = Math.max(...shown.map(({ top }) => top));
      return shown.some(({ bottom }) => bottom <= lowest);
    })
    .map((bar) => `more than one row: ${name(bar)}`);

  const footers = [...document.querySelectorAll('footer, [role=contentinfo], .wire')].filter(isShown);
  const covered = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
    .filter(isShown)
    .filter((element) => {
      const { left, top, right, bottom } = shownPart(element);
      if (right - left < 2 || bottom - top < 2) return false;
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return footers.some((footer) => footer.contains(over) && !footer.contains(element));
    })
    .map((element) => `under a footer: ${name(element)}`);

  const isCut = (element: Element) =>
    element.clientWidth > 1 &&
    element.scrollWidth > element.clientWidth + 1 &&
    ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  const cellsOf = (row: Element) => [
    ...row.querySelectorAll('td, th, [role=cell], [role=gridcell], [role=columnheader], [role=rowheader]'),
  ];
  const hasCut = (cell: Element) => [cell, ...cell.querySelectorAll('*')].some(isCut);
  /** The right edge of the text in a cell; of one that is cut its own. */
  const usedTo = (cell: Element) => {
    const { right } = cell.getBoundingClientRect();
    if (hasCut(cell)) return right;
    const range = document.createRange();
    range.selectNodeContents(cell);
    const { left } = cell.getBoundingClientRect();
    return Math.min(right, left + range.getBoundingClientRect().width);
  };
  const wasteful = [...document.querySelectorAll('table, [role=table], [role=grid], [role=treegrid]')]
    .filter(isShown)
    .flatMap((table) => {
      const [head = [], ...rows] = [...table.querySelectorAll('tr, [role=row]')].filter(isShown).map(cellsOf);
      const cells = rows.flat().filter((cell) => cell.getBoundingClientRect().width > 0);
      // A cell may take the room of several columns.
      const unused = head.reduce((sum, column) => {
        const { left, right, width } = column.getBoundingClientRect();
        const inColumn = cells.filter((cell) => {
          const box = cell.getBoundingClientRect();
          return box.left < (left + right) / 2 && box.right > (left + right) / 2;
        });
        const used = Math.max(usedTo(column), ...inColumn.map(usedTo)) - left;
        return sum + width - Math.min(width, Math.max(0, used));
      }, 0);
      const width = table.getBoundingClientRect().width;
      const cut = [...head, ...cells].find(hasCut);
      if (cut === undefined || unused <= mostUnused * width) return [];
      return [`cut beside ${Math.round((100 * unused) / width)} % of blank: ${name(cut)} in ${name(table)}`];
    });

  /** Number of letters that tell one title from another. */
  const fewest = 8;
  /** Share of a list that may be left blank: its columns have room for values that none of its rows has. */
  const mostUnusedOfList = 0.15;
  /** A list of fewer rows does not tell how wide its columns have to be. */
  const tellingRows = 8;
  /** A gap between two columns is no wider, in pixels. */
  const widestGap = 16;
  /** The part of the width of a list that no text and no mark of any of its rows takes; a gap between columns is taken. */
  const blankShareOf = (list: Element) => {
    const { left, width } = list.getBoundingClientRect();
    const taken = Array.from({ length: Math.max(1, Math.round(width)) }, () => false);
    const take = (from: number, until: number) =>
      taken.fill(true, Math.max(0, Math.round(from - left)), Math.max(0, Math.round(until - left)));
    const texts = document.createTreeWalker(list, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement === null || !isShown(text.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      const cut = text.parentElement.closest('.clip')?.getBoundingClientRect();
      take(box.left, Math.min(box.right, cut?.right ?? box.right));
    }
    for (const mark of list.querySelectorAll('svg, input, button')) {
      const box = mark.getBoundingClientRect();
      take(box.left, box.right);
    }
    const runs = taken.map((isTaken) => (isTaken ? '|' : ' ')).join('');
    const blanks = (runs.match(/ +/g) ?? []).filter(({ length }) => length > widestGap);
    return blanks.join('').length / taken.length;
  };
  const cutRows = [...document.querySelectorAll('[role=listbox], [role=tree]')]
    .filter(isShown)
    .flatMap((list) => {
      const texts = [...list.querySelectorAll('[role=option] *, [role=treeitem] *')].filter(
        (element) => isShown(element) && isCut(element),
      );
      const [cut] = texts;
      if (cut === undefined) return [];
      const short = texts.find((text) => {
        const { length } = (text.textContent ?? '').trim();
        return length > fewest && (text.clientWidth / text.scrollWidth) * length < fewest;
      });
      const rows = [...list.querySelectorAll('[role=option], [role=treeitem]')].filter(isShown);
      const blank = rows.length < tellingRows ? 0 : blankShareOf(list);
      return [
        ...(short === undefined ? [] : [`fewer than ${fewest} letters: ${name(short)} in ${name(list)}`]),
        ...(blank <= mostUnusedOfList
          ? []
          : [`cut beside ${Math.round(100 * blank)} % of blank: ${name(cut)} in ${name(list)}`]),
      ];
    });

  const cutTabs = [...document.querySelectorAll('.doctabs [aria-selected=true]')]
    .filter((tab) => [tab, ...tab.querySelectorAll('*')].some(isCut))
    .map((tab) => `the shown tab is cut: ${name(tab)}`);
  return [...tallToolbars, ...covered, ...wasteful, ...cutRows, ...cutTabs];
}

/** Sizes of windows as people use them, in pixels. */
const sizes = [
  { width: 1_024, height: 700 },
  { width: 1_280, height: 800 },
  { width: 1_440, height: 900 },
  { width: 1_920, height: 1_080 },
];

/**
 * Looks at a screen at every usual width for toolbars of more than one row, what takes the focus under a footer, cells
 * and texts of lists that are cut while there is room beside them, titles of a few letters, and the name of the shown
 * tab. Returns a line for each.
 */
export async function unfitAtEveryWidth(page: Page, screen: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    let unfit = await page.evaluate(findUnfit);
    // A window that has just been resized settles first.
    for (let look = 0; look < 10 && unfit.length > 0; look += 1) {
      await page.waitForTimeout(100);
      unfit = await page.evaluate(findUnfit);
    }
    found.push(...unfit.map((line) => `${screen}, ${size.width} px: ${line}`));
  }
  return found;
}
