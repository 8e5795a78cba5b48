import type { Protocol } from 'devtools-protocol';
import type { DevtoolsPipe } from '#main/platform/devtools-pipe.ts';
import * as protocol from './protocol.ts';

/**
 * The cookies without an expiry, which a browser forgets with its last window. They are kept here instead, so that who
 * is signed in somewhere stays so from one flow to the next.
 */
export class SessionCookies {
  readonly #pipe: DevtoolsPipe;
  #kept: readonly Protocol.Network.CookieParam[] = [];

  constructor(pipe: DevtoolsPipe) {
    this.#pipe = pipe;
  }

  /**
   * Looks at what there is now; `isOpen` says whether there is still a window once the browser has answered. One without
   * a window has no cookies to tell of.
   */
  async keep(isOpen: () => boolean): Promise<void> {
    const answer = await this.#pipe.send('Storage.getCookies', {}).catch(() => null);
    const cookies = protocol.cookiesAnswer.safeParse(answer).data?.cookies;
    if (cookies === undefined || (cookies.length === 0 && !isOpen())) return;
    this.#kept = cookies.filter(({ session }) => session).map(asWritten);
  }

  /** Restores the kept cookies, into a browser that has its first window again. */
  async restore(): Promise<void> {
    if (this.#kept.length > 0) await this.#pipe.send('Storage.setCookies', { cookies: [...this.#kept] });
  }
}

/**
 * A cookie as it is written: that of a single host is set by an address, because a domain would include
 * others.
 */
function asWritten(cookie: protocol.Cookie): Protocol.Network.CookieParam {
  const { name, value, domain, path, secure, httpOnly, sameSite, partitionKey } = cookie;
  const domainAndPath = domain.startsWith('.')
    ? { domain }
    : { url: `${secure ? 'https' : 'http'}://${domain}${path}` };
  return {
    name,
    value,
    path,
    secure,
    httpOnly,
    ...(sameSite === undefined ? {} : { sameSite }),
    ...(partitionKey === undefined ? {} : { partitionKey }),
    ...domainAndPath,
  };
}
