import type { ConnectorDocument, ConnectorInterface } from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Searches are often sent by POST. */
const searchMethods: ReadonlySet<string> = new Set([...safeMethods, 'POST']);

/** The servers to which an operation would write, as far as its configuration names them; whole URLs go elsewhere. */
function writeTargets(
  { configurationProperties: { serviceUri, objectTypes } }: ConnectorDocument,
  operation: ConnectorInterface,
  objectType: string,
): readonly string[] {
  if (operation === 'TEST' || operation === 'SCHEMA' || operation === 'SCRIPT') return [];
  const harmless = operation === 'GET' || operation === 'QUERY' ? searchMethods : new Set<string>();
  // A type that the host shows under another name writes where any of them does.
  const types = Object.hasOwn(objectTypes, objectType)
    ? [objectTypes[objectType]]
    : Object.values(objectTypes);
  const requests = types.flatMap((type) => {
    const configured = type?.operations?.[operation];
    return configured === null || configured === undefined ? [] : [configured, ...configured.additionalStep];
  });
  return requests
    .filter(({ method }) => !harmless.has(method))
    .flatMap(({ path }) => (/^https?:\/\//i.test(path) ? [path] : serviceUri === null ? [] : [serviceUri]));
}

/** The requested operation, and the user's choices for it. */
interface Asked {
  readonly operation: ConnectorInterface;
  readonly objectType: string;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
}

/** @throws connector.not-confirmed where an operation would write to another machine and nobody said that it may */
export function requireConfirmation(
  { operation, objectType, isDryRun, isConfirmed }: Asked,
  document: ConnectorDocument,
  isLoopback: (url: string) => boolean,
): void {
  if (isDryRun || isConfirmed) return;
  const elsewhere = writeTargets(document, operation, objectType).find(
    (uri) => URL.canParse(uri) && !isLoopback(uri),
  );
  if (elsewhere === undefined) return;
  throw new GatehouseError('connector.not-confirmed', `${operation} writes to ${new URL(elsewhere).host}.`, {
    fix: 'Confirm the write, or do a dry run.',
  });
}
