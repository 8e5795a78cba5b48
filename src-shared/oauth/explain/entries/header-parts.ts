import type { Entry } from '../entry.ts';

const part = { at: ['response-header'] } as const;

/** Attributes of a cookie, under the name `Set-Cookie: <attribute>`. RFC 6265 §4.1.2 */
export const cookieEntries: readonly Entry[] = [
  {
    ...part,
    name: 'Set-Cookie',
    sentence: 'Stores a value in the browser, mostly the session.',
    without: 'The server does not recognize the browser at its next request.',
    clause: 'RFC 6265 §4.1',
  },
  {
    ...part,
    name: 'Set-Cookie: HttpOnly',
    sentence: 'Hides the cookie from scripts.',
    without: 'An injected script can steal the session.',
    clause: 'RFC 6265 §4.1.2.6',
  },
  {
    ...part,
    name: 'Set-Cookie: Secure',
    sentence: 'The browser sends the cookie over encrypted connections only.',
    without: 'Anyone on the network can read it.',
    clause: 'RFC 6265 §4.1.2.5',
  },
  {
    ...part,
    name: 'Set-Cookie: SameSite',
    sentence: 'Whether the browser sends the cookie with requests from other sites.',
    without: 'Browsers decide; older ones always send it, so that another site can act as the user.',
    clause: 'RFC 6265 §8.2',
    values: [
      {
        value: /lax/i,
        sentence: 'Here: only when the user navigates to this site, not with forms that another site posts.',
      },
      {
        value: /strict/i,
        sentence: 'Here: never; a user who comes from a client is not recognized at first.',
      },
      {
        value: /none/i,
        sentence: 'Here: always.',
        concern: 'Another site can send requests as the user: every form needs an anti-forgery token.',
      },
    ],
  },
  {
    ...part,
    name: 'Set-Cookie: Path',
    sentence: 'The paths that the cookie is sent to; this is not a security boundary.',
    clause: 'RFC 6265 §4.1.2.4',
  },
  {
    ...part,
    name: 'Set-Cookie: Domain',
    sentence: 'Extends the cookie to all hosts under this name.',
    without: 'The cookie is for this host only, which is safer.',
    clause: 'RFC 6265 §4.1.2.3',
  },
  {
    ...part,
    name: 'Set-Cookie: Max-Age',
    sentence: 'How long the browser keeps it, in seconds; 0 removes it.',
    without: 'The browser deletes it when it closes.',
    clause: 'RFC 6265 §4.1.2.2',
  },
  {
    ...part,
    name: 'Set-Cookie: Expires',
    sentence: 'When it expires; a date in the past removes it.',
    without: 'The browser deletes it when it closes.',
    clause: 'RFC 6265 §4.1.2.1',
  },
];

/** Directives of a content security policy, under the name `Content-Security-Policy: <directive>`. */
export const policyEntries: readonly Entry[] = [
  {
    ...part,
    name: 'Content-Security-Policy',
    sentence: 'What the page may load and do.',
    without: 'Injected content can run.',
    clause: 'Content Security Policy',
  },
  {
    ...part,
    name: 'Content-Security-Policy: frame-ancestors',
    sentence: 'The sites that may show this page in a frame.',
    without: 'Another site can frame it invisibly and capture clicks (clickjacking).',
    clause: 'RFC 9700 §4.16',
    values: [{ value: "'none'", sentence: 'Here: none.' }],
  },
  {
    ...part,
    name: 'Content-Security-Policy: form-action',
    sentence: 'Where this page may submit forms, including redirects.',
    without: 'An injected form can send the password elsewhere.',
    clause: 'Content Security Policy',
  },
  {
    ...part,
    name: 'Content-Security-Policy: default-src',
    sentence: 'The sources for everything that no other directive covers.',
    clause: 'Content Security Policy',
  },
  {
    ...part,
    name: 'Content-Security-Policy: script-src',
    sentence: 'The scripts that may run.',
    clause: 'Content Security Policy',
    values: [
      {
        value: /.*'unsafe-inline'.*/,
        sentence: 'Here: inline scripts too.',
        concern: 'Injected content can run.',
      },
    ],
  },
];
