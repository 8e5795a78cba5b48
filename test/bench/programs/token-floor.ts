// The least that any token endpoint has to do, straight on node:http: parse the form, check the client, make or find the token.
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { introspectionPath, tokenPath, validateBearer } from '../support/gatehouse.ts';
import { announce } from './announce.ts';
import { createProofCheck } from './floor-proofs.ts';
import {
  createBasicCheck,
  createTokenMaker,
  lifetimeSeconds,
  scope,
  type TokenForm,
} from './floor-tokens.ts';
import { type KeptToken, noWrites, openWrites } from './floor-writes.ts';

/** Arguments of the floor, as JSON. */
export interface FloorArguments {
  /** Where it writes; null: it writes nothing. */
  readonly stateDirectory: string | null;
  readonly form: TokenForm;
  /** `id:secret` of each client. */
  readonly credentials: readonly string[];
}

const { stateDirectory, form, credentials }: FloorArguments = JSON.parse(process.argv[2] ?? '');
const writes = stateDirectory === null ? noWrites : await openWrites(stateDirectory);
const makeToken = createTokenMaker(form);
const authenticate = createBasicCheck(credentials);
const tokens = new Map<string, KeptToken>();
/** Made once the port is known. */
let checkProof: (proof: string) => string | null = () => null;

function keep(token: string, clientId: string, issuedAtMillis: number, jkt: string | null): string {
  const id = hash('sha256', token, 'base64url');
  const expiresAtMillis = issuedAtMillis + lifetimeSeconds * 1_000;
  const entry = {
    clientId,
    username: null,
    scope,
    issuedAtMillis,
    expiresAtMillis,
    familyId: null,
    ...(jkt === null ? {} : { jkt }),
  };
  tokens.set(id, entry);
  writes.putToken(id, entry);
  const token_type = jkt === null ? 'Bearer' : 'DPoP';
  return JSON.stringify({ access_token: token, token_type, expires_in: lifetimeSeconds });
}

function issue(clientId: string, jkt: string | null): string | Promise<string> {
  const nowMillis = Date.now();
  const token = makeToken(clientId, nowMillis);
  return typeof token === 'string'
    ? keep(token, clientId, nowMillis, jkt)
    : token.then((made) => keep(made, clientId, nowMillis, jkt));
}

function find(token: string): { readonly entry: KeptToken; readonly leftSeconds: number } | null {
  const entry = tokens.get(hash('sha256', token, 'base64url'));
  const leftMillis = (entry?.expiresAtMillis ?? 0) - Date.now();
  if (entry === undefined || leftMillis <= 0) return null;
  return { entry, leftSeconds: Math.floor(leftMillis / 1_000) };
}

function validate(token: string): string | null {
  const found = find(token);
  if (found === null) return null;
  const { entry, leftSeconds } = found;
  return JSON.stringify({
    access_token: {},
    token_type: 'Bearer',
    expires_in: leftSeconds,
    scope: entry.scope,
    client_id: entry.clientId,
  });
}

function introspect(token: string): string {
  const found = find(token);
  if (found === null) return '{"active":false}';
  const { clientId, issuedAtMillis, expiresAtMillis } = found.entry;
  return JSON.stringify({
    active: true,
    scope: found.entry.scope,
    client_id: clientId,
    token_type: 'Bearer',
    exp: Math.floor(expiresAtMillis / 1_000),
    iat: Math.floor(issuedAtMillis / 1_000),
  });
}

function answerTo(
  path: string,
  body: string,
  clientId: string,
  proof: string | undefined,
): string | null | Promise<string> {
  const fields = new URLSearchParams(body);
  const token = fields.get('token') ?? '';
  if (path === introspectionPath) return introspect(token);
  const grantType = fields.get('grant_type');
  if (grantType === 'client_credentials') {
    const jkt = proof === undefined ? null : checkProof(proof);
    return proof !== undefined && jkt === null ? null : issue(clientId, jkt);
  }
  return grantType === validateBearer ? validate(token) : null;
}

function send(request: IncomingMessage, response: ServerResponse, body: string, answer: string | null): void {
  const text = answer ?? '{"error":"invalid_request"}';
  const headers = [
    'Content-Type',
    'application/json;charset=UTF-8',
    'Cache-Control',
    'no-store',
    'Pragma',
    'no-cache',
    'Content-Length',
    String(Buffer.byteLength(text)),
  ];
  response.writeHead(answer === null ? 400 : 200, headers);
  response.end(text);
  writes.putExchange({ request, body, headers, text });
}

function respond(request: IncomingMessage, response: ServerResponse, body: string): void {
  const clientId = authenticate(request.headers.authorization);
  const proof = request.headers['dpop'];
  const answer =
    clientId === null || Array.isArray(proof) ? null : answerTo(request.url ?? '', body, clientId, proof);
  if (answer instanceof Promise) void answer.then((text) => send(request, response, body, text));
  else send(request, response, body, answer);
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
  request.on('end', () => respond(request, response, body));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  checkProof = createProofCheck(`${url}${tokenPath}`);
  announce({ authorizationServer: url });
});
