import { authorizationPath } from '#shared/oauth/index.ts';
import { ownAddress } from './responses.ts';
import type { Runtime } from './runtime.ts';
import type { Transaction } from './stores/transactions.ts';

/** Our own page at which a transaction waits. */
export function ownPage({ issuer }: Pick<Runtime, 'issuer'>, { id }: Transaction): string {
  return `${ownAddress(issuer()).path(authorizationPath)}?txn=${id}`;
}
