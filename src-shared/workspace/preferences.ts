import { z } from 'zod';
import { localeChoices } from '../text/locales.ts';

export const themes = ['system', 'light', 'dark'] as const;

/** The user's preferences, for every workspace. */
export const preferencesSchema = z.object({
  theme: z.enum(themes).default('system'),
  contrast: z.enum(['system', 'more']).default('system'),
  density: z.enum(['compact', 'comfortable']).default('compact'),
  /** Language of the screens. */
  locale: z.enum(localeChoices).default('system'),
  /** Keys by command; null: the command has none. Commands that are not named keep their own. */
  keys: z.record(z.string().max(80), z.string().max(40).nullable()).default({}),
  /** True if single letters act in grids. WCAG 2.1.4 */
  hasLetterKeys: z.boolean().default(true),
  /** The first tasks on Home were put away. */
  isChecklistHidden: z.boolean().default(false),
});
export type Preferences = z.infer<typeof preferencesSchema>;
