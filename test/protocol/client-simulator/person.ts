import type { TestSamples } from '#test/support/samples.ts';

/** A page or redirect as a browser sees it. */
export interface Seen {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

/** A person at a browser that knows all servers of the test: keeps cookies by origin and follows redirects. */
export class Person {
  readonly #samples: TestSamples;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(samples: TestSamples) {
    this.#samples = samples;
  }

  /** One exchange; nothing is followed. */
  async open(target: string | URL, init: RequestInit = {}): Promise<Seen> {
    const url = new URL(target, this.#samples.upstreams.origin);
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>();
    this.#cookies.set(url.origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return { url, status: response.status, headers: response.headers, html: await response.text() };
  }

  /** The value of a cookie that this browser has. */
  cookie(origin: string, name: string): string | undefined {
    return this.#cookies.get(origin)?.get(name);
  }

  plant(origin: string, name: string, value: string): void {
    this.#cookies.set(origin, new Map([...(this.#cookies.get(origin) ?? []), [name, value]]));
  }

  /** Goes where a link leads, signs in where it is asked to, and stops where `stopsAt` says. */
  async go(target: string, name = 'ann', stopsAt: (url: URL) => boolean = () => false): Promise<Seen> {
    let seen = await this.open(target);
    for (let hop = 0; hop < 12; hop += 1) {
      const location = seen.headers.get('location');
      if (location !== null) {
        const next = new URL(location, seen.url);
        if (stopsAt(next)) return { ...seen, url: next };
        seen = await this.open(next);
      } else if (seen.html.includes('name="password"')) {
        seen = await this.#submit(seen, { username: name, password: `${name}-password` });
      } else if (seen.html.includes('name="decision"')) {
        seen = await this.#submit(seen, { decision: 'allow' });
      } else return seen;
    }
    throw new Error('The way does not end');
  }

  async #submit({ url, html }: Seen, fields: Readonly<Record<string, string>>): Promise<Seen> {
    const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(fields);
    for (const [, name = '', value = ''] of hidden) body.set(name, value);
    return this.open(`${url.origin}/as/authorization.oauth2`, { method: 'POST', body });
  }
}

/** The answer of the honest server on its way to the application: not delivered yet. */
export async function obtainAnswer(person: Person, name = 'ann', provider = 'home'): Promise<URL> {
  const { url } = await person.go(`/client/start?provider=${provider}`, name, (next) =>
    next.pathname.startsWith('/client/callback/'),
  );
  return url;
}
