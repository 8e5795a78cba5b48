import { GatehouseError } from '#shared/errors/index.ts';

/** The name of the listener that did not start, and the place where it was to listen. */
export interface ListenAddress {
  readonly what: string;
  readonly port: number;
  readonly bind: string;
}

/** Why nothing listens at a place, where the reason is not that somebody else does. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { what, port, bind }: ListenAddress,
): GatehouseError {
  if (error.code === 'EACCES')
    return new GatehouseError(
      'listener.port-forbidden',
      `${what}: this user is not allowed to use port ${port}.`,
      {
        fix: 'Use a port above 1023.',
      },
    );
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return new GatehouseError('listener.no-descriptors', `${what}: no file descriptors are left.`, {
      fix: 'Raise the limit of open files, for example with ulimit -n 4096.',
      cause: error,
    });
  return new GatehouseError('listener.address-unavailable', `${what}: cannot listen on ${bind}:${port}.`, {
    fix: 'Use 127.0.0.1, or an address of this machine.',
    cause: error,
  });
}
