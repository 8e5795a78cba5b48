import { isStateFailure } from '#main/platform/ports.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Runtime } from './runtime.ts';

/**
 * Tests whether a failure means that the state cannot be written, which passes, or is damaged, which a restart puts
 * right.
 */
export function isUnwritable(error: unknown): boolean {
  return error instanceof GatehouseError && isStateFailure(error.code);
}

/**
 * Ensures that stored changes are on disk; false: the state cannot be written, and they wait for the next
 * try.
 */
export async function isKept({ records }: Pick<Runtime, 'records'>): Promise<boolean> {
  try {
    // A database that is locked for a while is there at the second try.
    await records.commit().catch(() => records.commit());
    return true;
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    return false;
  }
}
