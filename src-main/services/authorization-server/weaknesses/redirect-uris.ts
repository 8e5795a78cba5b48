import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, isRedirectUri } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { required } from '../token/context.ts';

/** Flaws of where an answer is sent. */
export const redirectUriWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  /** Accepts whatever begins with a registered redirect URI, so that codes can be led astray. */
  {
    id: 'redirect-uri-prefix',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Redirect URI matched by prefix',
    clause: 'RFC 9700 §4.1.1',
    instead(context, original) {
      const { client, requestedRedirectUri } = context;
      const isPrefixed =
        requestedRedirectUri !== null &&
        client?.redirectUris.some((uri) => requestedRedirectUri.startsWith(uri));
      if (isPrefixed !== true) return original();
      context.candidateRedirectUri = requestedRedirectUri;
      return undefined;
    },
  },
  /** Accepts any path on a registered scheme and host, so that an open redirector there leads codes on. */
  {
    id: 'redirect-uri-same-host',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Redirect URI matched by host',
    clause: 'RFC 9700 §4.1.1',
    instead: (context, original) => {
      const { client, requestedRedirectUri } = context;
      const origin = URL.parse(requestedRedirectUri ?? '')?.origin;
      if (!client?.redirectUris.some((uri) => URL.parse(uri)?.origin === origin)) return original();
      context.candidateRedirectUri = requestedRedirectUri;
      return undefined;
    },
  },
  /** Compares redirect URIs without their queries, so that parameters can be planted at the client. */
  {
    id: 'redirect-uri-query-ignored',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Query of the redirect URI not compared',
    clause: 'RFC 9700 §2.1',
    instead: (context, original) => {
      const { client, requestedRedirectUri } = context;
      const bare = requestedRedirectUri?.split('?')[0];
      if (!client?.redirectUris.some((uri) => uri.split('?')[0] === bare)) return original();
      context.candidateRedirectUri = requestedRedirectUri;
      return undefined;
    },
  },
  /** Takes upper and lower case for the same, also in the path. */
  {
    id: 'redirect-uri-any-case',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Redirect URI compared case-insensitively',
    clause: 'RFC 9700 §2.1',
    instead: (context, original) => {
      const { client, requestedRedirectUri } = context;
      const lower = requestedRedirectUri?.toLowerCase();
      if (!client?.redirectUris.some((uri) => uri.toLowerCase() === lower)) return original();
      context.candidateRedirectUri = requestedRedirectUri;
      return undefined;
    },
  },
  /** Accepts any URI that contains the name of a registered host anywhere. */
  {
    id: 'redirect-uri-substring',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Redirect URI matched by substring',
    clause: 'RFC 9700 §4.1.1',
    instead: (context, original) => {
      const { client, requestedRedirectUri } = context;
      const isHeld = client?.redirectUris.some((uri) => {
        const hostname = URL.parse(uri)?.hostname;
        return hostname !== undefined && hostname !== '' && requestedRedirectUri?.includes(hostname) === true;
      });
      if (isHeld !== true) return original();
      context.candidateRedirectUri = requestedRedirectUri;
      return undefined;
    },
  },
  /** Sends codes, tokens and errors wherever the request says. */
  {
    id: 'redirect-uri-any',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Redirect URI not compared',
    clause: 'RFC 9700 §4.1.3',
    instead: (context) => {
      context.candidateRedirectUri = context.requestedRedirectUri;
    },
  },
  /** Accepts any port and spelling of this machine for a registered loopback URI, of web clients too. */
  {
    id: 'redirect-uri-any-loopback',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'All loopback redirect URIs considered equal',
    clause: 'RFC 8252 §7.3',
    instead: (context, original) => {
      const { client, requestedRedirectUri } = context;
      const isHere = (uri: string | null) =>
        /^(?:127\.0\.0\.1|localhost|\[::1\])$/.test(URL.parse(uri ?? '')?.hostname ?? '');
      if (!isHere(requestedRedirectUri) || !client?.redirectUris.some(isHere)) return original();
      context.candidateRedirectUri = requestedRedirectUri;
      return undefined;
    },
  },
  /** Sends the browser wherever a request says, though nobody knows the client: an open redirector. */
  {
    id: 'client-unknown-redirected',
    pipeline: 'authorize',
    step: 'client-known',
    title: 'Errors of unknown clients redirected',
    clause: 'RFC 6749 §4.1.2.1',
    instead: (context, original) => {
      const { form, runtime } = context;
      const isKnown = runtime.registrations().client(formValue(form, 'client_id') ?? '') !== undefined;
      const uri = formValue(form, 'redirect_uri');
      if (!isKnown && uri !== undefined && isRedirectUri(uri)) context.redirectUri = uri;
      return original();
    },
  },
  /** Answers at the first registered address where the request names none of several. */
  {
    id: 'redirect-uri-first-taken',
    pipeline: 'authorize',
    step: 'redirect-uri-only-one',
    title: 'First registered redirect URI used as the default',
    clause: 'RFC 6749 §3.1.2.3',
    instead: (context, original) => {
      const [first] = required(context.client).redirectUris;
      if (first === undefined) return original();
      context.candidateRedirectUri = first;
      return undefined;
    },
  },
  /** Compares the first of several with the registration and answers at the last. */
  {
    id: 'redirect-uri-other-used',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'One redirect URI checked, another used',
    clause: 'RFC 6749 §3.1',
    instead: (context, original) => {
      const given = context.form.fields.filter(({ name }) => name === 'redirect_uri');
      const [first, last] = [given[0]?.value ?? '', given.at(-1)?.value ?? ''];
      if (!required(context.client).redirectUris.includes(first)) return original();
      context.candidateRedirectUri = last;
      return undefined;
    },
    alongside: {
      'parameters-once': ({ form }, original) =>
        form.duplicates.every((name) => name === 'redirect_uri') ? undefined : original(),
    },
  },
  /** Compares redirect URIs up to their fragment. */
  {
    id: 'redirect-uri-fragment-ignored',
    pipeline: 'authorize',
    step: 'redirect-uri-registered',
    title: 'Fragment of the redirect URI not compared',
    clause: 'RFC 6749 §3.1.2',
    instead: (context, original) => {
      const given = required(context.requestedRedirectUri);
      const [start = ''] = given.split('#');
      if (!required(context.client).redirectUris.includes(start)) return original();
      context.candidateRedirectUri = given;
      return undefined;
    },
    alongside: {
      'redirect-uri-usable': (context) => void (context.redirectUri = context.candidateRedirectUri),
    },
  },
  /** Takes addresses of every scheme, those included that a browser runs instead of going there. */
  {
    id: 'redirect-uri-any-scheme',
    pipeline: 'authorize',
    step: 'redirect-uri-usable',
    title: 'javascript: and data: redirect URIs accepted',
    clause: 'RFC 6749 §10.14',
    instead: (context) => void (context.redirectUri = context.candidateRedirectUri),
  },
];
