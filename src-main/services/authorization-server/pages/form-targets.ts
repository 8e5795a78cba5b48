/**
 * Where the forms of a transaction may lead: here, and to the client. Chromium applies form-action to the redirects that
 * follow a post, so the client's address has to be named; on loopback a callback commonly leads on to another port of
 * the same machine. CSP 3 §6.4.1.
 */
export function formTargetsOf(redirectUri: string, further: readonly string[] = []): readonly string[] {
  return [...new Set([...targetsOf(redirectUri), ...further])];
}

function targetsOf(redirectUri: string): readonly string[] {
  const target = URL.parse(redirectUri);
  if (target === null) return ["'self'"];
  const { protocol, hostname, origin } = target;
  if (protocol !== 'http:' && protocol !== 'https:') return ["'self'", protocol];
  // A source expression cannot spell an IPv6 address.
  if (hostname.startsWith('[')) return ["'self'", 'http:', 'https:'];
  if (hostname !== '127.0.0.1' && hostname !== 'localhost') return ["'self'", origin];
  return [
    "'self'",
    origin,
    'http://127.0.0.1:*',
    'http://localhost:*',
    'https://127.0.0.1:*',
    'https://localhost:*',
  ];
}
