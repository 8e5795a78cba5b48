import * as oauth from 'oauth4webapi';
import { answerRuns } from './flow-answers.ts';

/** A sign-in by code and PKCE as somebody writes it by hand: oauth4webapi, fetch, and the forms of the pages. */
const [issuerUrl = '', redirectUri = ''] = process.argv.slice(2);
const insecure = { [oauth.allowInsecureRequests]: true };
const issuer = new URL(issuerUrl);
const client: oauth.Client = { client_id: 'portal-web' };
const secret = oauth.ClientSecretBasic('portal-web-secret');

class Cookies {
  readonly #kept = new Map<string, string>();

  async fetch(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#kept].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#kept.set(name, value);
    }
    return response;
  }
}

function hiddenFields(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  );
}

async function signIn(start: URL): Promise<URL> {
  const cookies = new Cookies();
  let url = start;
  let response = await cookies.fetch(url);
  for (let hop = 0; hop < 8; hop += 1) {
    const location = response.headers.get('location');
    const html = await response.text();
    if (location !== null) {
      url = new URL(location, url);
      if (url.href.startsWith(redirectUri)) return url;
      response = await cookies.fetch(url);
      continue;
    }
    const person = html.includes('name="password"')
      ? { username: 'ann', password: 'ann-password' }
      : { decision: 'allow' };
    const action = /<form\b[^>]*action="([^"]*)"/.exec(html)?.[1] ?? '';
    url = new URL(action.replaceAll('&amp;', '&'), url);
    response = await cookies.fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ ...hiddenFields(html), ...person }),
    });
  }
  throw new Error('The sign-in did not end.');
}

async function run(): Promise<void> {
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  const server = await oauth.processDiscoveryResponse(issuer, response);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const target = new URL(server.authorization_endpoint ?? '');
  target.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'orders.read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const parameters = oauth.validateAuthResponse(server, client, await signIn(target), state);
  const answer = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    secret,
    parameters,
    redirectUri,
    verifier,
    insecure,
  );
  await oauth.processAuthorizationCodeResponse(server, client, answer);
}

answerRuns(run);
