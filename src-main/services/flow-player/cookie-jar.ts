/** The cookies of one browser. Enough of RFC 6265 for the pages of an authorization server: host, path, deletion. */
export class CookieJar {
  readonly #cookies = new Map<
    string,
    { readonly host: string; readonly path: string; readonly name: string; readonly value: string }
  >();
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
    const key = `${url.hostname}\n${path}\n${name}`;
    const isGone = /;\s*max-age=(?:0|-\d+)\b/i.test(line) || /;\s*expires=Thu, 01 Jan 1970/i.test(line);
    if (isGone) this.#cookies.delete(key);
    else this.#cookies.set(key, { host: url.hostname, path, name, value });
  }

  /** Returns the Cookie header for an address. RFC 6265 §5.4 */
  header(url: URL): string {
    return [...this.#cookies.values()]
      .filter(({ host, path }) => host === url.hostname && isBelow(url.pathname, path))
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
      .filter(({ host, value }) => host === url.hostname && this.#noted.has(value))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}

function isBelow(path: string, parent: string): boolean {
  return path === parent || path.startsWith(parent.endsWith('/') ? parent : `${parent}/`);
}
