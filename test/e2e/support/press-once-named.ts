import type { Locator } from '@playwright/test';

/**
 * Clicks the button of a bar as soon as it has this name: sooner than a person who meant the one before could stop. What is
 * returned waits for the click.
 */
export async function pressOnceNamed(bar: Locator, name: string): Promise<() => Promise<void>> {
  // The promise lies in an object, so that this waits for the observer and not for the click.
  const watching = await bar.evaluateHandle((element, wanted) => {
    const pressed = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const button = [...element.querySelectorAll('button')].find(({ textContent }) =>
          textContent.startsWith(wanted),
        );
        if (button === undefined) return;
        observer.disconnect();
        button.click();
        resolve();
      });
      observer.observe(element, { subtree: true, childList: true, characterData: true });
    });
    return { pressed };
  }, name);
  return () => watching.evaluate(({ pressed }) => pressed);
}
