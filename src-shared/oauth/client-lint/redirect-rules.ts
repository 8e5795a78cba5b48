import { hasDangerousScheme, isRedirectUri } from '../redirect-uri.ts';
import { at, itemsAt, type LintInput, type LintRule, usesBrowser } from './rule.ts';

const list = '/redirect_uris';
const loopbackLiteral = /^http:\/\/(?:127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?]|$)/i;
const localhostName = /^http:\/\/localhost(?::\d+)?(?:[/?]|$)/i;

const each =
  (holds: (uri: string) => boolean) =>
  ({ client }: LintInput) =>
    itemsAt(list, client.redirect_uris, holds);

function isPlainHttp(uri: string): boolean {
  return /^http:/i.test(uri) && !loopbackLiteral.test(uri) && !localhostName.test(uri);
}

function isShortScheme(uri: string): boolean {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1];
  return (
    scheme !== undefined && !/^https?$/i.test(scheme) && !hasDangerousScheme(uri) && !scheme.includes('.')
  );
}

/** True if a redirect URI leads back to this machine. */
export function isLoopbackRedirect(uri: string): boolean {
  return loopbackLiteral.test(uri) || localhostName.test(uri);
}

/** Rules for redirect URIs. */
export const redirectRules: readonly LintRule[] = [
  {
    id: 'redirect-plain-http',
    severity: 'error',
    title: 'Redirect URI uses http and is not a loopback address',
    clause: 'RFC 9700 §2.6',
    fix: 'Use https. With http, codes and tokens are sent unencrypted.',
    detect: each(isPlainHttp),
  },
  {
    id: 'redirect-localhost-name',
    severity: 'notice',
    title: 'Redirect URI names localhost',
    clause: 'RFC 8252 §8.3',
    fix: 'Use 127.0.0.1 or [::1]. The name localhost can resolve to another machine.',
    detect: each((uri) => localhostName.test(uri)),
  },
  {
    id: 'redirect-short-scheme',
    severity: 'warning',
    title: 'Custom scheme is not a reversed domain name',
    clause: 'RFC 8252 §7.1',
    fix: 'Use a scheme such as com.example.app. Other applications can claim a short scheme.',
    detect: each(isShortScheme),
  },
  {
    id: 'redirect-dangerous-scheme',
    severity: 'error',
    title: 'Redirect URI uses a scheme that runs or reads content',
    clause: 'RFC 7591 §5',
    fix: 'Use https, loopback http, or a private-use scheme of the application.',
    detect: each(hasDangerousScheme),
  },
  {
    id: 'redirect-wildcard',
    severity: 'error',
    title: 'Redirect URI contains a wildcard',
    clause: 'RFC 9700 §2.1',
    fix: 'List each URI. URIs are compared character by character, and * has no special meaning.',
    detect: each((uri) => uri.includes('*')),
  },
  {
    id: 'redirect-fragment',
    severity: 'error',
    title: 'Redirect URI has a fragment',
    clause: 'RFC 6749 §3.1.2',
    fix: 'Remove the part from #. A redirect URI with a fragment is never accepted.',
    detect: each((uri) => uri.includes('#')),
  },
  {
    id: 'redirect-not-absolute',
    severity: 'error',
    title: 'Redirect URI is not absolute',
    clause: 'RFC 6749 §3.1.2',
    fix: 'Enter the absolute URI with its scheme and without spaces.',
    detect: each((uri) => !uri.includes('#') && !isRedirectUri(uri)),
  },
  {
    id: 'redirect-missing',
    severity: 'error',
    title: 'No redirect URI',
    clause: 'RFC 6749 §3.1.2.2',
    fix: 'Add a redirect URI. Without one, the server rejects every authorization request of this client.',
    detect: (input) => at(list, usesBrowser(input) && input.client.redirect_uris.length === 0),
  },
  {
    id: 'redirect-unused',
    severity: 'notice',
    title: 'Redirect URIs are never used',
    clause: 'RFC 7591 §2',
    fix: 'Remove the redirect URIs. No grant of this client uses a browser.',
    detect: (input) => at(list, !usesBrowser(input) && input.client.redirect_uris.length > 0),
  },
];
