import { GatehouseError } from '#shared/errors/index.ts';

/** The options of a command as they were given, by their names. */
export type Options = Readonly<Record<string, unknown>>;

/** The text of an option; undefined: it was not given. */
export function textOf(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of an option that takes several, or of the last arguments; empty: none was given. */
export function textsOf(options: Options, name: string): readonly string[] {
  const values = options[name];
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

/** Gathers the values of an option that may be given several times. */
export function collected(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** A mistake of the command line. */
export function usage(message: string, fix: string): GatehouseError {
  return new GatehouseError('cli.usage', message, { fix });
}
