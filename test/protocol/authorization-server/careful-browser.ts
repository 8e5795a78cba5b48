/** Where a browser is, as far as a test looks at it. */
export interface Visited {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where it is sent; empty where it is not. */
  readonly location: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/**
 * A browser that takes nothing for granted: it posts a form where the form says, follows redirects of its server, and
 * sends a cookie to the path of the cookie alone. RFC 6265 §5.4
 */
export class CarefulBrowser {
  readonly #origin: string;
  #cookies: readonly Cookie[] = [];
  #at: Visited | null = null;

  constructor(origin: string) {
    this.#origin = new URL(origin).origin;
  }

  /** Bytes of the Cookie field that it would send to an address of its server. */
  cookieFieldBytes(target: string): number {
    return this.#cookieField(new URL(target, this.#origin)).length;
  }

  get cookies(): readonly Cookie[] {
    return this.#cookies;
  }

  async open(target: string, init: RequestInit = {}): Promise<Visited> {
    let url = new URL(target, this.#at?.url ?? this.#origin);
    let request = init;
    for (;;) {
      const seen = await this.#ask(url, request);
      const next = seen.location === '' ? null : new URL(seen.location, url);
      this.#at = seen;
      if (next === null || next.origin !== this.#origin) return seen;
      url = next;
      request = {};
    }
  }

  /** Posts the form of the page, with what a person typed or the button that they pressed. */
  async submit(fields: Readonly<Record<string, string>>): Promise<Visited> {
    const html = this.#at?.html ?? '';
    const form = /<form method="post" action="([^"]*)"[^>]*>([^]*?)<\/form>/.exec(html);
    if (form === null) throw new Error(`There is no form at ${this.#at?.url.href ?? 'nowhere'}`);
    const [, action = '', content = ''] = form;
    const hidden = [...content.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    );
    return this.open(action.replaceAll('&amp;', '&'), {
      method: 'POST',
      body: new URLSearchParams([...hidden, ...Object.entries(fields)] as string[][]).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  async #ask(url: URL, init: RequestInit): Promise<Visited> {
    const cookie = this.#cookieField(url);
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const html = await response.text();
    const location = response.headers.get('location') ?? '';
    return { url, status: response.status, headers: response.headers, html, location };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const path = attributes.find((each) => each.startsWith('Path='))?.slice('Path='.length) ?? '/';
    const others = this.#cookies.filter((each) => each.name !== name || each.path !== path);
    const isOver = attributes.includes('Max-Age=0');
    this.#cookies = isOver ? others : [...others, { name, path, value: pair.slice(at + 1) }];
  }

  #cookieField({ pathname }: URL): string {
    return this.#cookies
      .filter(({ path }) => path === '/' || pathname === path || pathname.startsWith(`${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }
}
