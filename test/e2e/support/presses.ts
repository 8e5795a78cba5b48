import { expect, type Page, test } from '@playwright/test';

declare global {
  interface Window {
    /** Presses since the count began. */
    pressCount: number;
  }
}

/**
 * Begins to count in the page: a press of a mouse button is one, a key with all that is held with it is one, and text
 * that is typed in one go is one.
 */
function beginCount(): void {
  const first = window.pressCount === undefined;
  window.pressCount = 0;
  if (!first) return;
  let isTyping = false;
  const count = (isText: boolean) => {
    if (!(isText && isTyping)) window.pressCount += 1;
    isTyping = isText;
  };
  window.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && count(false), true);
  window.addEventListener(
    'keydown',
    ({ key, target, isTrusted, ctrlKey, altKey, metaKey }) => {
      if (!isTrusted || ['Control', 'Shift', 'Alt', 'Meta'].includes(key)) return;
      const isField = target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
      count(isField && key.length === 1 && !(ctrlKey || altKey || metaKey));
    },
    true,
  );
}

/** Returns how many presses an act of a person takes, from the page as it stands. */
export async function pressesOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(beginCount);
  await act();
  return page.evaluate(() => window.pressCount);
}

/** Does an act, prints how many presses it took, and fails where they are more than its aim. */
export async function expectPresses(
  page: Page,
  name: string,
  aim: number,
  act: () => Promise<unknown>,
): Promise<void> {
  await test.step(name, async () => {
    const presses = await pressesOf(page, act);
    console.log(`${name.padEnd(40)} ${presses} of ${aim} presses`);
    expect(presses, name).toBeLessThanOrEqual(aim);
  });
}
