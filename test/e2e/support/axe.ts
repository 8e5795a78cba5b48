import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of the rules above that look at colours; all others say the same of a page in every theme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Fault = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number];

/**
 * Faults that axe finds in a page by all rules of WCAG 2.2 AA, by those that look at colours, or by those that do
 * not.
 */
export async function axeFaults(
  page: Page,
  rules: 'all' | 'colours' | 'but contrast' = 'all',
): Promise<readonly Fault[]> {
  // The script is large, and stays in a page until that is left.
  const isThere = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder(isThere ? { page, axeSource: 'void 0' } : { page })
    // Without it a second window puts the results of all frames together; these pages have no frames.
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  if (rules === 'colours') axe.withRules(colourRules);
  else axe.withTags(tags);
  if (rules === 'but contrast') axe.disableRules(['color-contrast']);
  const { violations } = await axe.analyze();
  return violations;
}
