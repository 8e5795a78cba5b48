import { readFileSync } from 'node:fs';
import type { GotTokens, StandaloneToken } from '#main/composition/standalone-token.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type ClientAuthentication, clientAuthentications } from '#shared/oauth/index.ts';
import type { CommandResult, GroupOption } from '../command-group.ts';
import { type Options, textOf, usage } from '../command-options.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { secretOption, secretWays } from '../secret-options.ts';

/** Options of a token from a server that no workspace names. */
export const aloneOptions: readonly GroupOption[] = [
  ['--issuer <url>', 'use a server by its issuer, without a workspace; give client and user as options'],
  ['--client-secret <from>', `with --issuer: ${secretWays}`],
  ['--auth <method>', `with --issuer, client authentication: ${clientAuthentications.join(', ')}`],
  ['--private-key <from>', `with --issuer, for private_key_jwt, a JWK or PEM: ${secretWays}`],
  ['--key-alg <alg>', 'with --issuer: the algorithm of the assertion (default: RS256)'],
  ['--key-id <kid>', 'with --issuer: kid of the assertion'],
  ['--certificate <path>', 'with --issuer, for tls_client_auth: PEM'],
  ['--certificate-key <from>', `with --issuer, the key of the certificate: ${secretWays}`],
  ['--redirect-uri <uri>', 'with --issuer: as registered; with --open it must point to this machine'],
  ['--password <from>', `with --issuer, of --user: ${secretWays}`],
  ['--token <from>', `with --issuer, the token to refresh or to exchange: ${secretWays}`],
  ['--open', 'with --issuer: sign in with your browser'],
];

/** Gets a token without a workspace; null: no issuer is given. @throws cli.usage, flow.* */
export function getTokenAlone(options: Options): Promise<CommandResult> | null {
  const issuer = textOf(options, 'issuer');
  if (issuer !== undefined) return get(options, issuer);
  const [only] = [
    'clientSecret',
    'auth',
    'privateKey',
    'certificate',
    'redirectUri',
    'password',
    'token',
    'open',
  ].filter((name) => options[name] !== undefined);
  if (only === undefined) return null;
  const flag = only.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw usage(`--${flag} requires --issuer.`, 'Add --issuer, or omit the option: the workspace defines it.');
}

async function get(options: Options, issuer: string): Promise<CommandResult> {
  if (!URL.canParse(issuer))
    throw usage(`The issuer ${issuer} is not a URL.`, 'Write a URL such as https://id.example.com.');
  const asked = await tokenAsked(options, issuer);
  // The flows are loaded for this command alone: no other start pays for them.
  const { composeStandaloneToken } = await import('#main/composition/standalone-token.ts');
  return tokenResult(await composeStandaloneToken(asked), options);
}

async function tokenAsked(options: Options, issuer: string): Promise<StandaloneToken> {
  const id = textOf(options, 'client');
  if (id === undefined) throw usage('The client of the token is not set.', 'Add --client.');
  const secret = (name: string, option: string) => secretOf(options, name, option);
  const user = textOf(options, 'user');
  const token = await secret('token', 'token');
  return {
    issuer,
    client: {
      id,
      secret: await secret('clientSecret', 'client-secret'),
      authentication: authenticationOf(textOf(options, 'auth')),
      privateKey: await secret('privateKey', 'private-key'),
      privateKeyAlgorithm: textOf(options, 'keyAlg') ?? null,
      privateKeyId: textOf(options, 'keyId') ?? null,
      certificate: await certificateOf(options),
      redirectUri: textOf(options, 'redirectUri') ?? null,
    },
    user: user === undefined ? null : { name: user, password: await secret('password', 'password') },
    kind: textOf(options, 'flow') ?? usualFlow(options, token),
    scope: textOf(options, 'scope') ?? null,
    token,
    openBrowser: options['open'] === true ? openSignIn : null,
  };
}

/** Only the token goes to standard output: what a person has to do is said beside it. */
function openSignIn(url: string): void {
  process.stderr.write(`Sign in in your browser: ${url}\n`);
  openInBrowser(url);
}

function usualFlow(options: Options, token: string | null): string {
  if (token !== null) return 'refresh';
  const isPerson = textOf(options, 'user') !== undefined || options['open'] === true;
  return isPerson ? 'code-pkce' : 'client-credentials';
}

async function secretOf(options: Options, name: string, option: string): Promise<string | null> {
  const given = textOf(options, name);
  return given === undefined ? null : secretOption(option, given);
}

/** @throws cli.usage */
function authenticationOf(given: string | undefined): ClientAuthentication | null {
  if (given === undefined) return null;
  const known = clientAuthentications.find((method) => method === given);
  if (known !== undefined) return known;
  throw usage(
    `The client authentication ${given} is unknown.`,
    `Use one of ${clientAuthentications.join(', ')}.`,
  );
}

/** @throws cli.usage */
async function certificateOf(options: Options): Promise<StandaloneToken['client']['certificate']> {
  const path = textOf(options, 'certificate');
  const keyPem = await secretOf(options, 'certificateKey', 'certificate-key');
  if (path === undefined && keyPem === null) return null;
  if (path === undefined || keyPem === null)
    throw usage('A certificate requires its key, and a key requires its certificate.', 'Use both options.');
  return { certPem: readFileSync(path, 'utf8'), keyPem };
}

/** A token as the command prints it, alone on standard output. @throws flow.no-token */
export function tokenResult({ tokens, expiresAtMillis, note }: GotTokens, options: Options): CommandResult {
  const { access_token: token } = tokens;
  // A resource may refuse what the server gave: the token is there all the same.
  if (token === undefined)
    throw new GatehouseError('flow.no-token', `The server issued no access token: ${note}`, {
      fix: 'Run the flow in Flows to see each request and the check that rejected it.',
    });
  const result = {
    ...tokens,
    token_type: 'Bearer',
    ...(expiresAtMillis === null ? {} : { expires_at: new Date(expiresAtMillis).toISOString() }),
  };
  return { result, words: [options['header'] === true ? `Authorization: Bearer ${token}` : token] };
}
