import type { GatehouseError } from '#shared/errors/index.ts';

/** The code with which a call of a service fails; null where it does not. */
export function codeOf(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    (error: GatehouseError) => error.code,
  );
}
