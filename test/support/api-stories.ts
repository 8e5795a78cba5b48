import { isDefinedError, safe } from '@orpc/client';
import { connectByHttp, connectByPort, connectBySocket } from './api-clients.ts';

/** How stories of the API reach it: the same over each. */
export const twoTransports = [
  ['message port', connectByPort],
  ['HTTP through the web host', connectByHttp],
] as const;

export const allTransports = [...twoTransports, ['the socket of a page', connectBySocket]] as const;

/** The code of the problem with which a call fails; null where it does not. */
export async function codeOf(call: Promise<unknown>): Promise<string | null> {
  const { error } = await safe(call);
  return isDefinedError(error) ? (error as { data: { code: string } }).data.code : null;
}
