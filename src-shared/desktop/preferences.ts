import { z } from 'zod';

/** An address that is asked over TLS, without a name or a password in it. */
const feedAddress = z
  .string()
  .max(2_048)
  .regex(/^https:\/\/[^\s/@?#]+(?:[/?][^\s#@]*)?$/i);

/** The user's preferences for the desktop application on this machine. All are off until the user turns them on. */
export const desktopPreferencesSchema = z.object({
  /** The services go on behind an icon when the window is closed. */
  hasTray: z.boolean().default(false),
  startsAtLogin: z.boolean().default(false),
  checksForUpdates: z.boolean().default(false),
  /** Where to ask for the newest version; empty: nowhere. */
  updateFeed: z.union([z.literal(''), feedAddress]).default(''),
});

export type DesktopPreferences = z.infer<typeof desktopPreferencesSchema>;

/** True if a text is a valid address of an update feed. */
export function isFeedAddress(text: string): boolean {
  return feedAddress.safeParse(text).success;
}
