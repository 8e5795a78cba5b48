/** Documents that are no RFC: the beginning of their clauses, and where their sections lie. */
const documents: readonly (readonly [name: string, address: (section: string) => string])[] = [
  ['OpenID Connect Core', openid('openid-connect-core-1_0')],
  ['OpenID Connect Discovery', openid('openid-connect-discovery-1_0')],
  ['OpenID Connect Session Management', openid('openid-connect-session-1_0')],
  ['OpenID Connect RP-Initiated Logout', openid('openid-connect-rpinitiated-1_0')],
  ['OpenID Connect Back-Channel Logout', openid('openid-connect-backchannel-1_0')],
  ['OAuth 2.0 Multiple Response Types', openid('oauth-v2-multiple-response-types-1_0')],
  ['OAuth 2.0 Form Post Response Mode', openid('oauth-v2-form-post-response-mode-1_0')],
  ['MCP', () => 'https://modelcontextprotocol.io/specification/2026-07-28'],
  ['JARM', openid('oauth-v2-jarm')],
  ['Content Security Policy', () => 'https://www.w3.org/TR/CSP3/'],
  ['Referrer Policy', () => 'https://www.w3.org/TR/referrer-policy/'],
  ['Fetch', () => 'https://fetch.spec.whatwg.org/'],
];

function openid(document: string): (section: string) => string {
  return (section) =>
    `https://openid.net/specs/${document}.html${section === '' ? '' : `#rfc.section.${section}`}`;
}

/** The page for a clause such as `RFC 6749 §4.1.1` or a weakness such as `CWE-352`; null if it is not published. */
export function clauseUrl(clause: string): string | null {
  const cwe = /^CWE-(\d+)$/.exec(clause)?.[1];
  if (cwe !== undefined) return `https://cwe.mitre.org/data/definitions/${cwe}.html`;
  const rfc = /^RFC (\d+)(?: (?:§([\d.]*\d)|Appendix ([A-Z])))?/.exec(clause);
  if (rfc !== null) {
    const [, number, section, appendix] = rfc;
    const anchor =
      section !== undefined ? `#section-${section}` : appendix === undefined ? '' : `#appendix-${appendix}`;
    return `https://www.rfc-editor.org/rfc/rfc${number}${anchor}`;
  }
  const [name, address] = documents.find(([start]) => clause.startsWith(start)) ?? [];
  if (name === undefined || address === undefined) return null;
  return address(/§([\d.]*\d)/.exec(clause)?.[1] ?? '');
}
