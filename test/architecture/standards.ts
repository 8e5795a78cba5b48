import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { table } from './markdown.ts';

const root = join(import.meta.dirname, '../..');

/** A standard that the documents do not ask for, and where Gatehouse takes part in it. */
interface Standard {
  readonly name: string;
  readonly server: string;
  /** The sample resource, and the gateway. */
  readonly resources: string;
  readonly debugger: string;
  /** How clauses of attack cases that prove it begin. */
  readonly clauses: readonly string[];
  /** Files of tests below `test/protocol`. */
  readonly tests: readonly string[];
  /** Files of tests with the programs of others. */
  readonly foreign: readonly string[];
}

const none = '–';
const [server, foreign] = ['authorization-server', 'authorization-server/foreign'];

const standards: readonly Standard[] = [
  {
    name: 'Client assertions (RFC 7521, RFC 7523, RFC 10070)',
    server: '`private_key_jwt` and `client_secret_jwt`, keys inline and by URI',
    resources: none,
    debugger: 'Client authentication, token inspector',
    clauses: ['RFC 7521', 'RFC 7523', 'RFC 10070'],
    tests: [`${server}/client-assertion.test.ts`, `${server}/client-keys.test.ts`],
    foreign: [`${foreign}/openid-client.test.ts`, `${foreign}/oauth4webapi.test.ts`],
  },
  {
    name: 'DPoP (RFC 9449)',
    server: 'Proofs, nonces, bound codes, access tokens and refresh tokens',
    resources: 'Both check proofs and nonces',
    debugger: 'Bound runs, nonces, token inspector',
    clauses: ['RFC 9449'],
    tests: [`${server}/dpop.test.ts`, 'sample-upstreams/dpop.test.ts', 'gateway/bound-tokens.test.ts'],
    foreign: [`${foreign}/dpop.test.ts`],
  },
  {
    name: 'Pushed requests (RFC 9126)',
    server: 'Optional, or required per server and client',
    resources: none,
    debugger: 'Pushed automatically if required',
    clauses: ['RFC 9126'],
    tests: [`${server}/pushed-requests.test.ts`, `${server}/pushed-proofs.test.ts`],
    foreign: [`${foreign}/pushed-requests.test.ts`],
  },
  {
    name: 'Request objects (RFC 9101)',
    server: 'By value and by registered URI',
    resources: none,
    debugger: 'Signed requests, token inspector',
    clauses: ['RFC 9101'],
    tests: [`${server}/request-object.test.ts`],
    foreign: [`${foreign}/pushed-requests.test.ts`],
  },
  {
    name: 'Resource indicators (RFC 8707)',
    server: 'In authorization, code, refresh and exchange',
    resources: 'Both refuse tokens for another audience',
    debugger: '*Protected resource*, *MCP server*',
    clauses: ['RFC 8707'],
    tests: [`${server}/resources.test.ts`, 'sample-upstreams/resource-server.test.ts'],
    foreign: [`${foreign}/oauth4webapi.test.ts`],
  },
  {
    name: 'Signed responses (JARM), `iss` (RFC 9207)',
    server: '`jwt`, `query.jwt`, `fragment.jwt`, `form_post.jwt`; `iss` on errors too',
    resources: none,
    debugger: 'Response modes, checks of the client',
    clauses: ['JARM', 'RFC 9207'],
    tests: [`${server}/signed-responses.test.ts`],
    foreign: [`${foreign}/oauth4webapi.test.ts`],
  },
  {
    name: 'JWT bearer (RFC 7523 §2.1)',
    server: 'Trusted issuers as files, `jti` once',
    resources: none,
    debugger: '*JWT bearer*, token inspector',
    clauses: ['RFC 7523 §3'],
    tests: [`${server}/jwt-bearer.test.ts`],
    foreign: [`${foreign}/jwt-grants.test.ts`],
  },
  {
    name: 'ID-JAG (draft-ietf-oauth-identity-assertion-authz-grant-04)',
    server: 'Issued by token exchange, redeemed as a JWT grant; off by default',
    resources: none,
    debugger: 'Token inspector',
    clauses: ['draft-ietf-oauth-identity-assertion-authz-grant'],
    tests: [`${server}/id-jag.test.ts`],
    foreign: [`${foreign}/jwt-grants.test.ts`],
  },
  {
    name: 'Dynamic registration (RFC 7591, RFC 7592)',
    server: 'Policies, initial access tokens, software statements; off by default',
    resources: none,
    debugger: '*Registered clients*, registration for one run',
    clauses: ['RFC 7591', 'RFC 7592', 'OpenID Connect Registration'],
    tests: [`${server}/registration.test.ts`, `${server}/registration-management.test.ts`],
    foreign: [`${foreign}/registration.test.ts`, 'flows/server-clients.test.ts'],
  },
  {
    name: 'Logout (OpenID Connect RP-Initiated and Back-Channel Logout)',
    server: 'Both, delivered through the outbox',
    resources: none,
    debugger: '*Sign out*, token inspector',
    clauses: ['OpenID Connect RP-Initiated Logout', 'OpenID Connect Back-Channel Logout'],
    tests: [
      `${server}/end-session.test.ts`,
      `${server}/backchannel-logout.test.ts`,
      'client-simulator/logout.test.ts',
    ],
    foreign: [`${foreign}/logout.test.ts`, 'client-simulator/foreign-logout.test.ts'],
  },
  {
    name: 'Protected resource metadata (RFC 9728)',
    server: none,
    resources: 'Both, with challenges and step-up',
    debugger: '*Protected resource*, *MCP server*',
    clauses: ['RFC 9728'],
    tests: ['flows/protected-resource.test.ts', 'sample-upstreams/resource-server.test.ts'],
    foreign: ['gateway/mcp.test.ts'],
  },
  {
    name: 'MCP Authorization 2026-07-28',
    server: '`resource`, metadata, registration of clients',
    resources: 'An MCP server; the gateway exchanges tokens',
    debugger: '*MCP server*',
    clauses: ['MCP', 'Model Context Protocol'],
    tests: ['sample-upstreams/mcp.test.ts', 'flows/mcp-server.test.ts'],
    foreign: ['gateway/mcp.test.ts'],
  },
  {
    name: 'Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document-02)',
    server: 'Bounded fetches, cache, consent per document; off by default',
    resources: none,
    debugger: 'Option of *MCP server*',
    clauses: ['draft-ietf-oauth-client-id-metadata-document'],
    tests: [`${server}/client-documents.test.ts`],
    foreign: [`${foreign}/client-documents.test.ts`],
  },
];

const casesSchema = z.object({ cases: z.array(z.object({ clauses: z.array(z.string()) })) });

const clausesOfCases = (): readonly (readonly string[])[] =>
  readdirSync(join(root, 'resources/attacks')).flatMap((name) =>
    casesSchema
      .parse(JSON.parse(readFileSync(join(root, 'resources/attacks', name), 'utf8')))
      .cases.map(({ clauses }) => clauses),
  );

/** Links to files of tests. @throws Error where one does not exist */
function linksTo(tests: readonly string[]): string {
  const missing = tests.find((name) => !existsSync(join(root, 'test/protocol', name)));
  if (missing !== undefined) throw new Error(`There is no test ${missing}.`);
  return tests
    .map((name) => `[${name.slice(name.lastIndexOf('/') + 1)}](../../test/protocol/${name})`)
    .join(', ');
}

/** The table of the standards beyond the documents, with the number of attack cases about each. */
export function standardsTable(): string {
  const all = clausesOfCases();
  const countOf = (starts: readonly string[]) =>
    all.filter((clauses) => clauses.some((clause) => starts.some((start) => clause.startsWith(start))))
      .length;
  return table(
    [
      'Standard',
      'Authorization server',
      'Resource and gateway',
      'Debugger',
      'Attack cases',
      'Tests',
      'With programs of others',
    ],
    standards.map((each) => [
      each.name,
      each.server,
      each.resources,
      each.debugger,
      String(countOf(each.clauses)),
      linksTo(each.tests),
      linksTo(each.foreign),
    ]),
  );
}
