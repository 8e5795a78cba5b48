import { isLoopbackHost } from '../platform/addresses.ts';

/** Requests a second to a server elsewhere, which is not ours to load. */
const politeRequestsPerSecond = 20;
/** Requests a second to another server of this machine. */
const localRequestsPerSecond = 500;

/** Returns how many requests a second the attack catalogue sends to a host. */
export function requestsPerSecondTo(hostname: string): number {
  return isLoopbackHost(hostname) ? localRequestsPerSecond : politeRequestsPerSecond;
}
