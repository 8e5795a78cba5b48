import type { PlayCookie } from './sign-in/driven-page.ts';

/** A cookie in the jar. */
interface KeptCookie extends Omit<PlayCookie, 'domain'> {
  readonly host: string;
  /** It is for the hosts below its own too. RFC 6265 §5.3 */
  readonly isWide: boolean;
}

/** The cookies of one browser. Enough of RFC 6265 for the pages of an authorization server: host, path, deletion. */
export class CookieJar {
  readonly #cookies = new Map<string, KeptCookie>();
  /** Values that the jar held when it was last noted. */
  #noted: ReadonlySet<string> = new Set();

  /** Keeps what an answer sets; `headers` are name, value, name, value, … RFC 6265 §5.3 */
  keep(url: URL, headers: readonly string[]): void {
    for (let index = 0; index + 1 < headers.length; index += 2)
      if (headers[index]?.toLowerCase() === 'set-cookie') this.#set(url, headers[index + 1] ?? '');
  }

  #set(url: URL, line: string): void {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line.trimStart()) ?? [];
    if (name === '') return;
    const path = /;\s*path=(\/[^;]*)/i.exec(line)?.[1]?.trim() ?? '/';
    const domain = /;\s*domain=\.?([^;\s]+)/i.exec(line)?.[1]?.toLowerCase() ?? '';
    const isWide = domain !== '' && isWithin(url.hostname, domain);
    const host = isWide ? domain : url.hostname;
    const key = `${host}\n${path}\n${name}`;
    const isGone = /;\s*max-age=(?:0|-\d+)\b/i.test(line) || /;\s*expires=Thu, 01 Jan 1970/i.test(line);
    if (isGone) this.#cookies.delete(key);
    else
      this.#cookies.set(key, {
        host,
        path,
        name,
        value,
        isWide,
        isSecure: /;\s*secure\s*(?:;|$)/i.test(line),
        isHttpOnly: /;\s*httponly\s*(?:;|$)/i.test(line),
        ...sameSiteOf(line),
      });
  }

  /** All cookies, for a browser that goes on with them. */
  all(): readonly PlayCookie[] {
    return [...this.#cookies.values()].map(({ host, isWide, ...cookie }) => ({
      ...cookie,
      domain: isWide ? `.${host}` : host,
    }));
  }

  /** Takes the cookies of a browser in place of those that are here: it may have deleted some. */
  replaceBy(cookies: readonly PlayCookie[]): void {
    this.#cookies.clear();
    for (const { domain, ...cookie } of cookies) {
      const host = domain.replace(/^\./, '');
      this.#cookies.set(`${host}\n${cookie.path}\n${cookie.name}`, {
        ...cookie,
        host,
        isWide: host !== domain,
      });
    }
  }

  /** Returns the Cookie header for an address. RFC 6265 §5.4 */
  header(url: URL): string {
    return [...this.#cookies.values()]
      .filter((cookie) => isFor(cookie, url) && isBelow(url.pathname, cookie.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** Remembers the values of now, for `noted`. */
  note(): void {
    this.#noted = new Set([...this.#cookies.values()].map(({ value }) => value));
  }

  /** The Cookie header of somebody who knew the values that were noted: cookies of a host that hold one of them now. */
  noted(url: URL): string {
    return [...this.#cookies.values()]
      .filter((cookie) => isFor(cookie, url) && this.#noted.has(cookie.value))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(parent.endsWith('/') ? parent : `${parent}/`);
}

function isFor({ host, isWide }: KeptCookie, { hostname }: URL): boolean {
  return isWide ? isWithin(hostname, host) : host === hostname;
}

function isWithin(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

function sameSiteOf(line: string): Pick<PlayCookie, 'sameSite'> {
  const word = /;\s*samesite=(strict|lax|none)/i.exec(line)?.[1]?.toLowerCase();
  if (word === undefined) return {};
  return { sameSite: word === 'strict' ? 'Strict' : word === 'lax' ? 'Lax' : 'None' };
}
