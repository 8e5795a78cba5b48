// A client that pushes its request, sends the browser of somebody who is signed in, and redeems the code: again and again.
import { hash, randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { CodeFlowLoad } from '../support/code-flows.ts';
import type { LoadReport } from '../support/load.ts';
import { announce } from './announce.ts';
import { brokenLoad } from './broken-load.ts';

const formType = 'application/x-www-form-urlencoded';
const maxHops = 12;

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
}

/** One browser, and the connections that it shares with the client behind it. */
class Party {
  readonly #load: CodeFlowLoad;
  readonly #agent: Agent;
  readonly #cookies = new Map<string, string>();

  constructor(load: CodeFlowLoad) {
    this.#load = load;
    this.#agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  }

  close(): void {
    this.#agent.destroy();
  }

  #ask(path: string, headers: Readonly<Record<string, string>>, form?: URLSearchParams): Promise<Answer> {
    const body = form?.toString();
    const more =
      body === undefined ? {} : { 'content-type': formType, 'content-length': String(body.length) };
    const options = {
      method: body === undefined ? 'GET' : 'POST',
      agent: this.#agent,
      headers: { ...headers, ...more },
    };
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.#load.origin), options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.once('end', () => {
          this.#keepCookies(response);
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, text });
        });
        response.once('error', reject);
      });
      sent.once('error', reject).end(body);
    });
  }

  #keepCookies({ headers }: IncomingMessage): void {
    for (const line of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** As a browser asks for a page, or posts a form of the server. */
  #browse(path: string, form?: URLSearchParams): Promise<Answer> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const { origin } = this.#load;
    return this.#ask(
      path,
      { ...(cookie === '' ? {} : { cookie }), ...(form === undefined ? {} : { origin }) },
      form,
    );
  }

  /** As the client asks, with its secret. RFC 6749 §2.3.1 */
  async #askAsClient(path: string, form: Readonly<Record<string, string>>, status: number) {
    const { credentials } = this.#load;
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    const answer = await this.#ask(path, { authorization }, new URLSearchParams(form));
    if (answer.status !== status) throw new Error(`${path}: status ${answer.status}, ${answer.text}`);
    return JSON.parse(answer.text) as Readonly<Record<string, unknown>>;
  }

  /** One flow: pushed request, answer of the authorization endpoint, token. RFC 9126 §4, RFC 6749 §4.1 */
  async flow(): Promise<void> {
    const { paths, credentials, redirectUri, scope } = this.#load;
    const [clientId = ''] = credentials.split(':');
    const verifier = randomBytes(32).toString('base64url');
    const pushed = await this.#askAsClient(
      paths.push,
      {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state: randomBytes(12).toString('base64url'),
        code_challenge: hash('sha256', verifier, 'base64url'),
        code_challenge_method: 'S256',
      },
      201,
    );
    const query = new URLSearchParams({ client_id: clientId, request_uri: String(pushed['request_uri']) });
    const back = await this.#untilBack(await this.#browse(`${paths.authorize}?${query}`));
    const code = new URL(back).searchParams.get('code');
    if (code === null) throw new Error(`The server returned no code: ${back}`);
    const token = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    await this.#askAsClient(paths.token, token, 200);
  }

  /** Follows redirects, and fills in the pages of whoever is not signed in yet, until the browser is sent to the client. */
  async #untilBack(first: Answer): Promise<string> {
    let answer = first;
    let page = this.#load.paths.authorize;
    for (let hop = 0; hop < maxHops; hop += 1) {
      const { location } = answer;
      if (location?.startsWith(this.#load.redirectUri)) return location;
      if (location === undefined) answer = await this.#browse(...this.#filledIn(answer.text, page));
      else {
        page = location;
        answer = await this.#browse(location);
      }
    }
    throw new Error('The sign-in did not end.');
  }

  #filledIn(html: string, page: string): readonly [string, URLSearchParams] {
    const { username, password } = this.#load;
    const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
    const form = new URLSearchParams();
    for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
      const name = attribute(tag, 'name') ?? '';
      if (name === 'password') form.set(name, password);
      else if (['login', 'username'].includes(name)) form.set(name, username);
      else if (name !== '') form.set(name, attribute(tag, 'value') ?? '');
    }
    if (!form.has('password')) form.set('decision', 'allow');
    const [tag = ''] = /<form\b[^>]*>/.exec(html) ?? [];
    return [attribute(tag, 'action')?.replaceAll('&amp;', '&') ?? page, form];
  }
}

/** One party for all loads on a server: it signs in once. */
let party: Party | undefined;

async function send(load: CodeFlowLoad): Promise<LoadReport> {
  if (party === undefined) {
    party = new Party(load);
    await party.flow();
  }
  const own = party;
  const startedMillis = performance.now();
  let requests = 0;
  const again = async () => {
    while (performance.now() - startedMillis < load.durationMillis) {
      await own.flow();
      requests += 1;
    }
  };
  await Promise.all(Array.from({ length: load.connections }, again));
  const elapsedMillis = performance.now() - startedMillis;
  return { requests, failures: 0, firstFailure: null, elapsedMillis, p50Millis: 0, p99Millis: 0 };
}

process.on('message', (load: CodeFlowLoad) => {
  send(load).then(
    (report) => process.send?.(report),
    (error: unknown) => process.send?.(brokenLoad(error)),
  );
});
announce({});
