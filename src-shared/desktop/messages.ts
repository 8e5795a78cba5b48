import { z } from 'zod';
import { hostWordsSchema } from './host-words.ts';
import { desktopPreferencesSchema } from './preferences.ts';

const commandId = z
  .string()
  .max(80)
  .regex(/^[\w.-]+$/);
const label = z.string().min(1).max(200);

/** A command as the menu of the system shows it. */
const menuCommandSchema = z.object({
  id: commandId,
  title: label,
  /** Null: none, or one that only the page may act on. */
  key: z.string().max(40).nullable(),
  isEnabled: z.boolean(),
});

const menuGroupSchema = z.object({
  id: z.enum(['file', 'edit', 'view', 'go', 'run', 'help']),
  label,
  commands: z.array(menuCommandSchema).max(60),
});

const serviceSchema = z.object({
  key: z.string().max(40),
  /** Its name and its state, as one line. */
  label,
  /** The command of the page that a press runs. */
  commandId,
});

/** Everything that the page may say to the desktop host. */
export const fromPageSchema = z.discriminatedUnion('type', [
  /** The page listens: what waited for it can be sent. */
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('words'), words: hostWordsSchema }),
  z.object({ type: z.literal('menu'), groups: z.array(menuGroupSchema).max(6) }),
  z.object({ type: z.literal('services'), services: z.array(serviceSchema).max(12) }),
  z.object({
    type: z.literal('choose-folder'),
    id: z.int(),
    title: label,
    /** Where the dialog begins; empty: where the system likes. */
    directory: z.string().max(4_096),
  }),
  z.object({ type: z.literal('set-preferences'), preferences: desktopPreferencesSchema }),
]);

/** Everything that the desktop host may say to the page. */
export const toPageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('preferences'), preferences: desktopPreferencesSchema }),
  z.object({ type: z.literal('run-command'), id: commandId }),
  z.object({ type: z.literal('open-link'), path: z.string().max(2_048) }),
  z.object({ type: z.literal('open-workspace'), directory: z.string().min(1).max(4_096) }),
  /** The answer to `choose-folder`; null: none was chosen. */
  z.object({ type: z.literal('folder'), id: z.int(), directory: z.string().nullable() }),
  z.object({ type: z.literal('update'), version: z.string().max(40), url: z.string().max(2_048) }),
  z.object({ type: z.literal('failed'), message: z.string().max(1_000) }),
]);

export type MenuGroup = z.infer<typeof menuGroupSchema>;
export type TrayService = z.infer<typeof serviceSchema>;
export type FromPage = z.infer<typeof fromPageSchema>;
export type ToPage = z.infer<typeof toPageSchema>;
