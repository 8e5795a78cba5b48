import type { BrowserContext } from '@playwright/test';

/**
 * Opens pages as for a person who saves data: they fetch no screen ahead. Most stories look at a few screens, and the
 * others are half of what a page costs.
 */
export async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const told = Reflect.get(navigator, 'connection') ?? {};
    Object.defineProperty(told, 'saveData', { value: true });
  });
}
