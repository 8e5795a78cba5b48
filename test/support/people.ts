/** Cookies that a browser keeps between two requests. */
class Jar {
  readonly #cookies = new Map<string, string>();

  take(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

export interface SignIn {
  readonly authorizationServer: string;
  readonly query: Readonly<Record<string, string>>;
  readonly username: string;
  readonly password: string;
  /** The user's answer to the server's request for consent; absent: allow. */
  readonly decision?: 'allow' | 'deny';
}

/** The fields of the form on a hosted page. */
function hiddenFields(html: string): Record<string, string> {
  const inputs = html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g);
  return Object.fromEntries(
    [...inputs].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  );
}

/** Signs in on the hosted pages and decides on what is asked; returns where the browser is sent in the end. */
export async function signInByHand({
  authorizationServer,
  query,
  username,
  password,
  decision = 'allow',
}: SignIn): Promise<URL> {
  const jar = new Jar();
  let response = await fetch(`${authorizationServer}/as/authorization.oauth2?${new URLSearchParams(query)}`, {
    redirect: 'manual',
  });
  for (let hop = 0; hop < 6; hop += 1) {
    jar.take(response);
    const location = response.headers.get('location');
    const html = await response.text();
    if (location !== null) {
      const next = new URL(location, authorizationServer);
      if (next.origin !== authorizationServer) return next;
      response = await fetch(next, { redirect: 'manual', headers: { cookie: jar.header } });
      continue;
    }
    if (html.includes('role="alert"')) throw new Error('The sign-in was refused.');
    const answer = html.includes('name="password"') ? { username, password } : { decision };
    response = await fetch(`${authorizationServer}/as/authorization.oauth2`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: jar.header, origin: authorizationServer },
      body: new URLSearchParams({ ...hiddenFields(html), ...answer }),
    });
  }
  throw new Error('The sign-in did not end.');
}

/** Asks for a token by client_credentials, as the batch client of the ordinary workspace unless another is named. */
export function clientCredentials(
  authorizationServer: string,
  client: readonly [id: string, secret: string] = ['batch-job', 'planted-batch-secret'],
) {
  return tokenRequest(authorizationServer, client, { grant_type: 'client_credentials' });
}

/** A token request of a confidential client; returns status and body. */
export async function tokenRequest(
  authorizationServer: string,
  client: readonly [id: string, secret: string],
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const response = await fetch(`${authorizationServer}/as/token.oauth2`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(client.join(':')).toString('base64')}`, ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
