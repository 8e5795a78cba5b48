import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';
import type { ConnectContext } from './context.ts';

/** Flaws in how the application finds the server of a resource, and uses the resource. */
export const connectWeaknesses: readonly Weakness<ConnectContext>[] = [
  /** Takes metadata that describe another resource: the token is for whatever they name. */
  {
    id: 'cl-prm-unchecked',
    pipeline: 'client.connect',
    step: 'resource-same',
    title: 'Client does not compare the resource in the metadata',
    clause: 'RFC 9728 §3.3',
    instead: () => undefined,
  },
  /** Takes metadata of the whole origin for those of each resource on it. */
  {
    id: 'cl-prm-prefix',
    pipeline: 'client.connect',
    step: 'resource-same',
    title: 'Client accepts a prefix as the resource',
    clause: 'RFC 9728 §3.3',
    instead: ({ resource, resourceMetadata }, original) =>
      resourceMetadata !== null && resource.startsWith(resourceMetadata.resource) ? undefined : original(),
  },
  /** Asks whatever address a resource names, on the networks that only the client reaches. */
  {
    id: 'cl-ssrf',
    pipeline: 'client.connect',
    step: 'metadata-own',
    title: 'Client fetches metadata from any address (SSRF)',
    clause: 'RFC 9728 §7.7',
    instead: () => undefined,
  },
  /** Takes metadata for those of the server that they name, wherever they were found. */
  {
    id: 'cl-metadata-unchecked',
    pipeline: 'client.connect',
    step: 'issuer-of-metadata',
    title: 'Client does not compare the issuer in the metadata',
    clause: 'RFC 8414 §3.3',
    instead: () => undefined,
  },
  /** Goes on with a server that may ignore the challenge. */
  {
    id: 'cl-pkce-unchecked',
    pipeline: 'client.connect',
    step: 'pkce-listed',
    title: 'Client does not check that the server supports PKCE',
    clause: 'MCP 2026-07-28, Authorization code protection',
    instead: () => undefined,
  },
  /** Opens whatever a server calls its authorization endpoint: a file, or a text that a shell runs. */
  {
    id: 'cl-opens-any-url',
    pipeline: 'client.connect',
    step: 'endpoints-openable',
    title: 'Client opens any URL as the authorization endpoint',
    clause: 'MCP Security Best Practices',
    instead: () => undefined,
  },
  /** Shows its secret, and its refresh token, to the server that took the place of its own. */
  {
    id: 'cl-credentials-cross-issuer',
    pipeline: 'client.connect',
    step: 'credentials-own',
    title: 'Client uses its credentials at another issuer',
    clause: 'MCP 2026-07-28, Client registration',
    instead: async (context, original) => {
      const home = context.ports.providers('home');
      if (home === null || context.ports.nameOf(context.serverMetadata?.issuer ?? '') !== null)
        return original();
      const { beginConnection } = await import('./server.ts');
      const before = context.session?.connection?.refreshToken ?? null;
      beginConnection(context, 'home', home);
      context.refreshToken = before;
    },
  },
  /** Sends the browser to sign in as long as the resource wants more. */
  {
    id: 'cl-stepup-loop',
    pipeline: 'client.call',
    step: 'step-up-bounded',
    title: 'Client repeats authorization without end',
    clause: 'MCP 2026-07-28, Step-up authorization',
    instead: () => undefined,
  },
  /** Requests what the challenge names alone: the next token lacks what the one before had. */
  {
    id: 'cl-scope-lost',
    pipeline: 'client.call',
    step: 'scopes-united',
    title: 'Client loses scopes when it adds others',
    clause: 'MCP 2026-07-28, Step-up authorization',
    instead: async (context) => {
      const { requestScope } = await import('./call.ts');
      requestScope(context, context.challengedScope);
    },
  },
];

/** Flaws in how the application compares the issuer of a response. RFC 9207 §2.4 */
export const issuerWeaknesses: readonly Weakness<ClientContext>[] = [
  /** Takes a response from which somebody took `iss`, though its server always sends one. */
  {
    id: 'cl-iss-optional',
    pipeline: 'client.callback',
    step: 'issuer-same',
    title: 'Client accepts responses without the announced iss',
    clause: 'RFC 9207 §2.4',
    instead: ({ form }, original) =>
      form.fields.some(({ name }) => name === 'iss') ? original() : undefined,
  },
  /** Compares issuers as addresses: two servers that differ in a slash or a case are one. */
  {
    id: 'cl-iss-normalized',
    pipeline: 'client.callback',
    step: 'issuer-same',
    title: 'Client normalizes iss before it compares',
    clause: 'RFC 9207 §2.4',
    instead: ({ form, provider }, original) => {
      const got = form.fields.find(({ name }) => name === 'iss')?.value;
      const isAlike = got !== undefined && normalized(got) === normalized(provider?.issuer ?? '');
      return isAlike ? undefined : original();
    },
  },
  /** Shows the user what an error says before it is known who sent it. */
  {
    id: 'cl-error-trusted',
    pipeline: 'client.callback',
    step: 'issuer-same',
    title: 'Client shows errors of any issuer',
    clause: 'RFC 9207 §2.4',
    instead: ({ form }, original) =>
      form.fields.some(({ name }) => name === 'error') ? undefined : original(),
  },
];

/** An address without what a lenient reader takes for no difference. */
function normalized(address: string): string {
  const url = URL.parse(address.toLowerCase());
  if (url === null) return address;
  return `${url.hostname}${url.pathname.replace(/\/$/, '')}`;
}
