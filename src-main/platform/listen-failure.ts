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
      `${what}: port ${port} is not allowed for this user.`,
      {
        fix: 'Use a port above 1023.',
      },
    );
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return new GatehouseError('listener.no-descriptors', `${what}: there are no file descriptors left.`, {
      fix: 'Raise the limit of open files, for example by ulimit -n 4096.',
      cause: error,
    });
  return new GatehouseError('listener.address-unavailable', `${what}: cannot listen on ${bind}:${port}.`, {
    fix: 'Use 127.0.0.1, or an address of this machine.',
    cause: error,
  });
}
