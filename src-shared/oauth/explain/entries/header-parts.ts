import type { Entry } from '../entry.ts';

const part = { at: ['response-header'] } as const;

/** Attributes of a cookie, under the name `Set-Cookie: <attribute>`. RFC 6265 §4.1.2 */
export const cookieEntries: readonly Entry[] = [
  {
    ...part,
    name: 'Set-Cookie',
    sentence: 'Gives the browser a value to bring back: above all who is signed in.',
    without: 'The next request is a stranger’s.',
    clause: 'RFC 6265 §4.1',
  },
  {
    ...part,
    name: 'Set-Cookie: HttpOnly',
    sentence: 'Keeps the cookie from scripts.',
    without: 'One script that was slipped into a page takes the session.',
    clause: 'RFC 6265 §4.1.2.6',
  },
  {
    ...part,
    name: 'Set-Cookie: Secure',
    sentence: 'Keeps the cookie from going over connections that are not encrypted.',
    without: 'Whoever is on the network reads it.',
    clause: 'RFC 6265 §4.1.2.5',
  },
  {
    ...part,
    name: 'Set-Cookie: SameSite',
    sentence: 'Says whether requests that other sites begin bring the cookie.',
    without: 'Browsers choose; older ones bring it always, and another site can act as the user.',
    clause: 'RFC 6265 §8.2',
    values: [
      {
        value: /lax/i,
        sentence: 'Here: only when the user goes to this site, not for forms that another site posts.',
      },
      { value: /strict/i, sentence: 'Here: never; who comes from a client is a stranger at first.' },
      {
        value: /none/i,
        sentence: 'Here: always.',
        concern: 'Another site can send requests as the user: each form needs a value against forgery.',
      },
    ],
  },
  {
    ...part,
    name: 'Set-Cookie: Path',
    sentence: 'Says for which addresses of the server the cookie is; it is no protection.',
    clause: 'RFC 6265 §4.1.2.4',
  },
  {
    ...part,
    name: 'Set-Cookie: Domain',
    sentence: 'Widens the cookie to all hosts under this name.',
    without: 'It is for this host alone, which is safer.',
    clause: 'RFC 6265 §4.1.2.3',
  },
  {
    ...part,
    name: 'Set-Cookie: Max-Age',
    sentence: 'Says for how many seconds the browser keeps it; 0 removes it.',
    without: 'It ends with the browser.',
    clause: 'RFC 6265 §4.1.2.2',
  },
  {
    ...part,
    name: 'Set-Cookie: Expires',
    sentence: 'Says until when the browser keeps it; a past date removes it.',
    without: 'It ends with the browser.',
    clause: 'RFC 6265 §4.1.2.1',
  },
];

/** Directives of a content security policy, under the name `Content-Security-Policy: <directive>`. */
export const policyEntries: readonly Entry[] = [
  {
    ...part,
    name: 'Content-Security-Policy',
    sentence: 'Says what the page may load and do.',
    without: 'Whatever is slipped into the page runs.',
    clause: 'Content Security Policy',
  },
  {
    ...part,
    name: 'Content-Security-Policy: frame-ancestors',
    sentence: 'Says which sites may show this page in a frame.',
    without: 'Another site can lay it under its own and have the user click (clickjacking).',
    clause: 'RFC 9700 §4.16',
    values: [{ value: "'none'", sentence: 'Here: none.' }],
  },
  {
    ...part,
    name: 'Content-Security-Policy: form-action',
    sentence: 'Says where forms of this page may be sent, redirects included.',
    without: 'A form that was slipped in sends the password elsewhere.',
    clause: 'Content Security Policy',
  },
  {
    ...part,
    name: 'Content-Security-Policy: default-src',
    sentence: 'Says from where anything may be loaded that no other directive names.',
    clause: 'Content Security Policy',
  },
  {
    ...part,
    name: 'Content-Security-Policy: script-src',
    sentence: 'Says which scripts may run.',
    clause: 'Content Security Policy',
    values: [
      {
        value: /.*'unsafe-inline'.*/,
        sentence: 'Here: also those that stand in the page.',
        concern: 'Whatever is slipped into the page runs.',
      },
    ],
  },
];
