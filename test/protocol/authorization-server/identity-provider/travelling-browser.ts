/** A page or redirect as the browser sees it. */
export interface SeenPage {
  readonly url: URL;
  readonly status: number;
  readonly html: string;
  readonly headers: Headers;
}

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
  readonly isLax: boolean;
}

const unescape = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');

/**
 * A browser without scripts that goes from site to site: each port is a site of its own. Cookies keep to their site and
 * path, and a post from another site carries none that is Lax. It stops at addresses that no server here has.
 */
export class TravellingBrowser {
  #cookies: readonly Cookie[] = [];
  readonly #isServed: (origin: string) => boolean;
  /** Where it has been: each address that it asked for. */
  readonly visited: string[] = [];
  page: SeenPage = { url: new URL('about:blank'), status: 0, html: '', headers: new Headers() };

  /** `isServed` tells the servers of the test from the callback of a client. */
  constructor(isServed: (origin: string) => boolean) {
    this.#isServed = isServed;
  }

  /** Opens an address and follows redirects until a page, or an address that is not served. */
  async open(address: string, init: RequestInit = {}): Promise<SeenPage> {
    let target = new URL(address, this.page.url.protocol === 'about:' ? undefined : this.page.url);
    let request = init;
    for (let steps = 0; steps < 20; steps += 1) {
      const seen = await this.#ask(target, request);
      const location = seen.headers.get('location');
      if (location === null) return seen;
      target = new URL(location, target);
      request = {};
      if (!this.#isServed(target.origin)) {
        this.page = { url: target, status: seen.status, html: '', headers: seen.headers };
        return this.page;
      }
    }
    throw new Error('Redirects without an end');
  }

  /** Posts the first form of the page with what the user typed or pressed. */
  async submit(fields: Readonly<Record<string, string>> = {}): Promise<SeenPage> {
    const { html, url } = this.page;
    const action = /<form[^>]* action="([^"]*)"/.exec(html)?.[1];
    if (action === undefined) throw new Error(`No form at ${url.href}: ${html}`);
    const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescape(value)] as const,
    );
    const body = new URLSearchParams([...new Map([...hidden, ...Object.entries(fields)])]);
    return this.open(unescape(action), {
      method: 'POST',
      body: body.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  async #ask(target: URL, init: RequestInit): Promise<SeenPage> {
    const isForeignPost = init.method === 'POST' && this.page.url.origin !== target.origin;
    const cookie = this.#cookies
      .filter(({ host, path }) => host === target.host && target.pathname.startsWith(path))
      .filter(({ isLax }) => !isLax || !isForeignPost)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    this.visited.push(target.href);
    const response = await fetch(target, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie === '' ? {} : { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(target, line);
    const html = await response.text();
    this.page = { url: target, status: response.status, html, headers: response.headers };
    return this.page;
  }

  #keep(target: URL, line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((each) => each.trim());
    const at = pair.indexOf('=');
    const attribute = (name: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
    const cookie: Cookie = {
      host: target.host,
      path: attribute('path') ?? '/',
      name: pair.slice(0, at),
      value: pair.slice(at + 1),
      isLax: attribute('samesite')?.toLowerCase() === 'lax',
    };
    const others = this.#cookies.filter(
      ({ host, path, name }) => host !== cookie.host || path !== cookie.path || name !== cookie.name,
    );
    const expires = attribute('expires');
    const isOver =
      attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) < Date.now());
    this.#cookies = isOver ? others : [...others, cookie];
  }
}
