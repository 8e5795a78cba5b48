import { z } from 'zod';

/** A language tag such as `en`, `en-US` or `es-419`. BCP 47 */
export const localeSchema = z.string().regex(/^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|\d{3}))?$/, {
  error: 'is not a BCP 47 language tag',
});
