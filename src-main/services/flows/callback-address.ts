import { GatehouseError } from '#shared/errors/index.ts';
import type { Run } from './run.ts';
import { callbackPath } from './targets/hosted.ts';

/** Tests whether the answer comes here by itself: to the sample client, or by a browser that is watched. */
export function comesBack({ plan, player }: Run, url: string, upstreams: string | null): boolean {
  // Nobody else sees the redirect URI in a request object, or in a request that was pushed.
  const redirectUri = new URL(url).searchParams.get('redirect_uri') ?? player.client()?.redirectUri ?? null;
  return plan.browser === 'controlled' || redirectUri === `${upstreams}${callbackPath}`;
}

/** Creates the error for a pasted callback that is not a URL. */
export function noAddress(): GatehouseError {
  return new GatehouseError('api.invalid-input', 'This is not a URL.', {
    fix: 'Copy the full URL from the browser, including everything after “?” and “#”.',
  });
}
