// What any token endpoint has to do, straight on node:http: parse the form, check the client, make or find the token.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { validateBearer } from '../support/gatehouse.ts';
import { announce } from './announce.ts';
import { openBenchStorage } from './bench-storage.ts';

const tokenBytes = 21;
const lifetimeSeconds = 7_200;

interface Token {
  readonly clientId: string;
  readonly username: null;
  readonly scope: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number;
  readonly familyId: null;
}

const [stateDirectory = '', ...credentials] = process.argv.slice(2);
const { records } = await openBenchStorage(stateDirectory);
const tokens = new Map<string, Token>();
const secrets = new Map(
  credentials.map((pair) => {
    const [id = '', secret = ''] = pair.split(':');
    return [id, hash('sha256', secret, 'buffer')];
  }),
);

function authenticate(authorization: string | undefined): string | null {
  const pair = Buffer.from(authorization?.slice('Basic '.length) ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  const clientId = pair.slice(0, colon);
  const expected = secrets.get(clientId);
  if (expected === undefined) return null;
  return timingSafeEqual(hash('sha256', pair.slice(colon + 1), 'buffer'), expected) ? clientId : null;
}

function issue(clientId: string): string {
  const token = randomBytes(tokenBytes).toString('base64url');
  const id = hash('sha256', token, 'base64url');
  const issuedAtMillis = Date.now();
  const expiresAtMillis = issuedAtMillis + lifetimeSeconds * 1_000;
  const entry = {
    clientId,
    username: null,
    scope: 'orders.read',
    issuedAtMillis,
    expiresAtMillis,
    familyId: null,
  };
  tokens.set(id, entry);
  records.put('as.access-token', id, entry, { expiresAtMillis });
  return JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: lifetimeSeconds });
}

function validate(token: string): string | null {
  const entry = tokens.get(hash('sha256', token, 'base64url'));
  const leftMillis = (entry?.expiresAtMillis ?? 0) - Date.now();
  if (entry === undefined || leftMillis <= 0) return null;
  const { scope, clientId } = entry;
  const left = Math.floor(leftMillis / 1_000);
  return JSON.stringify({
    access_token: {},
    token_type: 'Bearer',
    expires_in: left,
    scope,
    client_id: clientId,
  });
}

function answerTo(form: URLSearchParams, clientId: string): string | null {
  const grantType = form.get('grant_type');
  if (grantType === 'client_credentials') return issue(clientId);
  return grantType === validateBearer ? validate(form.get('token') ?? '') : null;
}

function respond(request: IncomingMessage, response: ServerResponse, body: string): void {
  const clientId = authenticate(request.headers.authorization);
  const answer = clientId === null ? null : answerTo(new URLSearchParams(body), clientId);
  const text = answer ?? '{"error":"invalid_request"}';
  response.writeHead(answer === null ? 400 : 200, {
    'Content-Type': 'application/json;charset=UTF-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
  request.on('end', () => respond(request, response, body));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  announce({ authorizationServer: `http://127.0.0.1:${port}` });
});
