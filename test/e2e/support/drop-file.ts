import type { Page } from '@playwright/test';

async function heldFile(page: Page, name: string, text: string) {
  return page.evaluateHandle(
    ([fileName = '', content = '']) => {
      const held = new DataTransfer();
      held.items.add(new File([content], fileName));
      return held;
    },
    [name, text],
  );
}

/** Holds a file above the window. */
export async function holdFile(page: Page, name: string, text: string): Promise<void> {
  await page.dispatchEvent('main', 'dragover', { dataTransfer: await heldFile(page, name, text) });
}

/** Lets a file go above the window, where nothing of the screen waits for one. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  await page.dispatchEvent('main', 'drop', { dataTransfer: await heldFile(page, name, text) });
}

/** Lets a link go above the window, as from another program; says whether somebody took it. */
export async function dropLink(page: Page, address: string): Promise<{ readonly isPrevented: boolean }> {
  return page.evaluate((link) => {
    const held = new DataTransfer();
    held.setData('text/uri-list', link);
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: held });
    document.querySelector('main')?.dispatchEvent(event);
    return { isPrevented: event.defaultPrevented };
  }, address);
}
