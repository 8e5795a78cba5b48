import { headerValue, type RawRequest } from '#main/platform/raw-http.ts';
import type { SendRecorded, SentExchange } from '#main/services/activity/index.ts';
import { formatForm } from '#shared/oauth/index.ts';
import { FlowFailure } from './flow-definition.ts';

const mostHops = 12;

export interface Unattended {
  readonly send: SendRecorded;
  readonly runId: string;
  readonly startUrl: string;
  readonly username: string;
  readonly password: string;
  readonly signal: AbortSignal;
}

/**
 * Does what a person's browser does: follows the redirects, keeps the cookies, signs in on the hosted page and allows
 * what is asked, until the sample client has the answer.
 * @throws FlowFailure, SendFailure
 */
export async function signInUnattended(options: Unattended): Promise<void> {
  const cookies = new Map<string, string>();
  let next: { url: string; form: string | null } | null = { url: options.startUrl, form: null };
  let signedIn = false;
  for (let hop = 0; next !== null; hop += 1) {
    if (options.signal.aborted) return;
    if (hop >= mostHops) throw new FlowFailure(`The sign-in did not end after ${mostHops} requests.`);
    const url = new URL(next.url);
    const sent = await visit(options, url, next.form, cookies);
    keepCookies(sent, url, cookies);
    const step = follow(sent, url, options, signedIn);
    signedIn ||= step?.form?.includes('password=') === true;
    next = step;
  }
}

function visit(
  { send, runId }: Unattended,
  url: URL,
  form: string | null,
  cookies: ReadonlyMap<string, string>,
): Promise<SentExchange> {
  const jar = [...cookies].filter(([key]) => key.startsWith(`${url.host} `));
  const cookie = jar.map(([key, value]) => `${key.split(' ')[1] ?? ''}=${value}`).join('; ');
  const request: RawRequest = {
    method: form === null ? 'GET' : 'POST',
    origin: url.origin,
    target: url.pathname + url.search,
    headers: [
      'Host',
      url.host,
      'Accept',
      'text/html',
      'Accept-Language',
      'en',
      ...(cookie === '' ? [] : ['Cookie', cookie]),
      ...(form === null
        ? []
        : [
            'Origin',
            url.origin,
            'Content-Type',
            'application/x-www-form-urlencoded',
            'Content-Length',
            String(Buffer.byteLength(form)),
          ]),
      'Connection',
      'close',
    ],
    body: form ?? '',
  };
  return send(request, { service: 'flowDebugger', tags: [`run:${runId}`] });
}

function keepCookies({ response }: SentExchange, url: URL, cookies: Map<string, string>): void {
  for (let index = 0; index + 1 < response.headers.length; index += 2) {
    if (response.headers[index]?.toLowerCase() !== 'set-cookie') continue;
    const pair = /^([^=;]+)=([^;]*)/.exec(response.headers[index + 1] ?? '');
    if (pair !== null) cookies.set(`${url.host} ${pair[1]}`, pair[2] ?? '');
  }
}

function follow({ response }: SentExchange, url: URL, options: Unattended, signedIn: boolean) {
  const location = headerValue(response.headers, 'location');
  if (location !== null && response.status >= 300 && response.status < 400) {
    const target = new URL(location, url);
    if (!/^https?:$/.test(target.protocol))
      throw new FlowFailure(
        `The answer goes to ${target.protocol}, which only an application on a device can take.`,
      );
    return { url: target.href, form: null };
  }
  const html = response.body.toString('utf8');
  const inputs = readInputs(html);
  const hidden = inputs
    .filter(({ type }) => type === 'hidden')
    .map(({ name, value }) => [name, value] as const);
  if (inputs.some(({ name }) => name === 'password')) {
    if (signedIn)
      throw new FlowFailure(`The authorization server did not accept the password of ${options.username}.`);
    const form = formatForm([...hidden, ['username', options.username], ['password', options.password]]);
    return { url: url.href, form };
  }
  if (/name="decision"/.test(html))
    return { url: url.href, form: formatForm([...hidden, ['decision', 'allow']]) };
  if (response.status >= 400 && url.pathname !== '/cb')
    throw new FlowFailure(`The authorization server answered ${response.status} with a page.`);
  return null;
}

interface Input {
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** The inputs of a hosted page, which this application writes itself. */
function readInputs(html: string): readonly Input[] {
  return [...html.matchAll(/<input\b([^>]*)>/gi)].map(([, attributes = '']) => {
    const attribute = (name: string) =>
      unescape(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '');
    return { name: attribute('name'), type: attribute('type'), value: attribute('value') };
  });
}

function unescape(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_whole, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_whole, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
