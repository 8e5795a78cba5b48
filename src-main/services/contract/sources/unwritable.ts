import { GatehouseError } from '#shared/errors/index.ts';

/**
 * Does what writes.
 * @throws state.unwritable where the system does not let it, or the disk is full
 */
export function unlessUnwritable<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw unwritable(path, error);
  }
}

/**
 * Does what writes, and waits for it.
 * @throws state.unwritable where the system does not let it, or the disk is full
 */
export async function unlessUnwritableLater<T>(path: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw unwritable(path, error);
  }
}

function unwritable(path: string, cause: unknown): unknown {
  if (!(cause instanceof Error && 'errno' in cause)) return cause;
  return new GatehouseError('state.unwritable', `${path} cannot be written.`, {
    cause,
    fix: 'Check the free disk space and the write permission.',
  });
}
