import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isOpenLink, parseOpenLink } from '#shared/desktop/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/** Options from a command line of the desktop application. */
export interface StartOptions {
  /** Absolute; null: the workspace is not named. */
  readonly workspace: string | null;
  readonly stateDirectory: string | null;
  /** The workspace stays on this machine, whatever it says. */
  readonly isRestricted: boolean;
  /** The path of the page that a link names; null: there is none, or it leads nowhere. */
  readonly path: string | null;
  /** A link was given that leads nowhere. */
  readonly hasBadLink: boolean;
}

/**
 * Reads a command line. An option without its value is an error, never a default; what the runtime adds is ignored.
 * @throws cli.usage
 */
export function readStartOptions(args: readonly string[], currentDirectory: string): StartOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      workspace: { type: 'string' },
      'state-dir': { type: 'string' },
      restricted: { type: 'boolean' },
    },
    strict: false,
    allowPositionals: true,
  });
  const folder = (name: 'workspace' | 'state-dir'): string | null => {
    const value = values[name];
    if (value === undefined) return null;
    if (typeof value === 'string' && /^[^-]/.test(value)) return resolve(currentDirectory, value);
    throw new GatehouseError('cli.usage', `The option --${name} requires a folder.`, {
      fix: `Write --${name} <folder>, or omit the option.`,
    });
  };
  const link = positionals.find(isOpenLink);
  const path = link === undefined ? null : parseOpenLink(link);
  return {
    workspace: folder('workspace'),
    stateDirectory: folder('state-dir'),
    isRestricted: values['restricted'] === true,
    path,
    hasBadLink: link !== undefined && path === null,
  };
}

const passedOnSchema = z.object({
  args: z.array(z.string().max(8_192)).max(50),
  directory: z.string().max(4_096),
});

/**
 * Returns the data that a second start hands to the first: its own arguments, because the runtime changes the order
 * of those that it passes on, and the folder that they are relative to.
 */
export function passOn(args: readonly string[], directory: string): z.infer<typeof passedOnSchema> {
  return { args: args.slice(0, 50), directory };
}

/** Reads the options that a second start passes to this one; null if they cannot be read. */
export function readPassedOn(data: unknown): StartOptions | null {
  const passed = passedOnSchema.safeParse(data);
  if (!passed.success) return null;
  try {
    return readStartOptions(passed.data.args, passed.data.directory);
  } catch {
    return null;
  }
}
