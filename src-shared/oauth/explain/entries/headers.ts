import type { Entry } from '../entry.ts';

const sent = { at: ['header'] } as const;
const received = { at: ['response-header'] } as const;

/** Headers of a request that matter here. */
export const requestHeaderEntries: readonly Entry[] = [
  {
    ...sent,
    name: 'Authorization',
    sentence: 'Authenticates the sender, outside of URL and body.',
    clause: 'RFC 9110 §11.6.2',
    values: [
      {
        value: /basic(?: .*)?/i,
        sentence: 'Here: the client_id and secret, form-encoded and then in Base64, which is not encryption.',
        clause: 'RFC 6749 §2.3.1',
      },
      {
        value: /bearer(?: .*)?/i,
        sentence: 'Here: an access token; anyone who has it can use it.',
        clause: 'RFC 6750 §2.1',
      },
      {
        value: /dpop(?: .*)?/i,
        sentence: 'Here: an access token that is bound to a key.',
        clause: 'RFC 9449 §7.1',
      },
    ],
  },
  {
    ...sent,
    name: 'DPoP',
    sentence: 'Proves, by a signature over method and URL, that the sender has the key of its token.',
    clause: 'RFC 9449 §4.1',
  },
  {
    ...sent,
    name: 'MCP-Protocol-Version',
    sentence: 'Revision of the Model Context Protocol that the request follows.',
    clause: 'MCP 2026-07-28, Transports',
  },
  {
    ...sent,
    name: 'Mcp-Method',
    sentence: 'Method in the body, so that a gateway can decide without reading it.',
    clause: 'MCP 2026-07-28, Transports',
  },
  {
    ...sent,
    name: 'Mcp-Name',
    sentence: 'Name of the tool, prompt or resource in the body.',
    clause: 'MCP 2026-07-28, Transports',
  },
  {
    ...sent,
    name: 'Content-Type',
    sentence: 'The format of the body.',
    without: 'The server may find no parameters in it.',
    clause: 'RFC 9110 §8.3',
    values: [
      {
        value: /application\/x-www-form-urlencoded(?:;.*)?/i,
        sentence: 'Here: a form, the format that OAuth endpoints require.',
        clause: 'RFC 6749 Appendix B',
      },
    ],
  },
  {
    ...sent,
    name: 'Content-Length',
    sentence: 'The length of the body in bytes, by which the server finds its end.',
    clause: 'RFC 9112 §6.2',
  },
  {
    ...sent,
    name: 'Transfer-Encoding',
    sentence: 'The body is sent in chunks, each with its length.',
    clause: 'RFC 9112 §6.1',
  },
  {
    ...sent,
    name: 'Host',
    sentence: 'The host that the request is for.',
    without: 'An HTTP/1.1 server must respond with 400.',
    clause: 'RFC 9110 §7.2',
  },
  {
    ...sent,
    name: 'Accept',
    sentence: 'The formats that the sender accepts.',
    clause: 'RFC 9110 §12.5.1',
  },
  {
    ...sent,
    name: 'Accept-Language',
    sentence: 'The languages that the user prefers.',
    clause: 'RFC 9110 §12.5.4',
  },
  {
    ...sent,
    name: 'Cookie',
    sentence: 'Returns what the server stored in the browser, mostly the session.',
    without: 'The server does not recognize the browser.',
    clause: 'RFC 6265 §5.4',
  },
  {
    ...sent,
    name: 'Origin',
    sentence: 'The site that the request comes from; a script cannot forge it.',
    without: 'The server cannot use it to detect forms of another site.',
    clause: 'RFC 6454 §7',
  },
  {
    ...sent,
    name: 'Referer',
    sentence: 'The page that the request comes from.',
    clause: 'RFC 9110 §10.1.3',
    values: [
      {
        value: /.*[?&](?:code|access_token|id_token|state)=.*/,
        sentence: 'This one contains parameters of a flow.',
        concern: 'A code or token in it is leaked to the receiving server. RFC 9700 §4.2',
      },
    ],
  },
  {
    ...sent,
    name: 'User-Agent',
    sentence: 'The program that sends the request; do not base decisions on it.',
    clause: 'RFC 9110 §10.1.5',
  },
  {
    ...sent,
    name: 'Connection',
    sentence: 'Whether the connection stays open for more requests.',
    clause: 'RFC 9112 §9.3',
  },
];

/** Headers of an answer that matter here; cookies and policies are taken apart elsewhere. */
export const responseHeaderEntries: readonly Entry[] = [
  {
    ...received,
    name: 'Location',
    sentence: 'Redirects the browser to this URL.',
    without: 'The browser does not navigate.',
    clause: 'RFC 9110 §10.2.2',
  },
  {
    ...received,
    name: 'Cache-Control',
    kinds: ['token', 'validation', 'introspection'],
    sentence: 'Which caches may store this response.',
    without: 'A cache may store the tokens and return them to someone else.',
    clause: 'RFC 6749 §5.1',
    values: [
      { value: /.*no-store.*/i, sentence: 'Here: none, as required for tokens.' },
      {
        value: /(?!.*no-store).*/is,
        sentence: 'Here: storing is not forbidden.',
        concern: 'A response with tokens must have no-store. RFC 6749 §5.1',
      },
    ],
  },
  {
    ...received,
    name: 'Cache-Control',
    sentence: 'Which caches may store this response, and for how long.',
    without: 'Caches decide themselves.',
    clause: 'RFC 9111 §5.2.2',
    values: [{ value: /.*no-store.*/i, sentence: 'Here: none.' }],
  },
  {
    ...received,
    name: 'Pragma',
    sentence: 'Cache-Control for HTTP/1.0 caches.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...received,
    name: 'WWW-Authenticate',
    sentence: 'How the sender must authenticate, and what was wrong.',
    without: 'Required with 401: without it, the client does not know how to authenticate.',
    clause: 'RFC 9110 §11.6.1',
    values: [
      {
        value: /bearer.*/is,
        sentence: 'Here: with an access token; its error tells whether a new one would help.',
        clause: 'RFC 6750 §3',
      },
      {
        value: /basic.*/is,
        sentence: 'Here: with client_id and secret.',
        clause: 'RFC 6749 §5.2',
      },
    ],
  },
  {
    ...received,
    name: 'Content-Type',
    sentence: 'The format of the body; browsers must not guess it.',
    without: 'A browser may treat text as a page and run its scripts.',
    clause: 'RFC 9110 §8.3',
  },
  {
    ...received,
    name: 'Content-Length',
    sentence: 'The length of the body in bytes.',
    clause: 'RFC 9112 §6.2',
  },
  {
    ...received,
    name: 'Transfer-Encoding',
    sentence: 'The body is sent in chunks, each with its length.',
    clause: 'RFC 9112 §6.1',
  },
  {
    ...received,
    name: 'Retry-After',
    sentence: 'When to try again: seconds, or a date.',
    without: 'The client has to guess, and mostly retries too early.',
    clause: 'RFC 9110 §10.2.3',
  },
  {
    ...received,
    name: 'Referrer-Policy',
    sentence: 'How much of this page’s URL the browser sends to other sites.',
    without: 'Other sites may receive the URL of this page, including its parameters.',
    clause: 'RFC 9700 §4.2.4',
    values: [
      { value: 'no-referrer', sentence: 'Here: nothing.' },
      {
        value: /unsafe-url/i,
        sentence: 'Here: everything.',
        concern: 'A code or token in the URL is leaked to the next site. RFC 9700 §4.2',
      },
    ],
  },
  {
    ...received,
    name: 'X-Frame-Options',
    sentence: 'Whether another site may show this page in a frame; replaced by frame-ancestors.',
    without: 'Without frame-ancestors too, another site can frame the page invisibly (clickjacking).',
    clause: 'RFC 7034 §2',
  },
  {
    ...received,
    name: 'X-Content-Type-Options',
    sentence: 'Prevents the browser from guessing the format of the body.',
    without: 'A browser may treat text as a script.',
    clause: 'Fetch',
  },
  {
    ...received,
    name: 'Strict-Transport-Security',
    sentence: 'Tells the browser to use only HTTPS for this host.',
    without: 'An attacker can intercept the first unencrypted request of a visit.',
    clause: 'RFC 6797 §6.1',
  },
  {
    ...received,
    name: 'Access-Control-Allow-Origin',
    sentence: 'The sites whose scripts may read this response.',
    without: 'Only scripts of the same origin may read it.',
    clause: 'Fetch',
    values: [
      {
        value: '*',
        sentence: 'Here: all; must not be used on pages that authenticate the user by a cookie.',
      },
    ],
  },
  {
    ...received,
    name: 'Access-Control-Allow-Credentials',
    sentence: 'Whether such scripts may send cookies.',
    clause: 'Fetch',
    values: [
      {
        value: /true/i,
        sentence: 'Here: they may.',
        concern: 'A script of an allowed site can act as the signed-in user.',
      },
    ],
  },
  {
    ...received,
    name: 'Allow',
    sentence: 'The methods that this URL accepts.',
    clause: 'RFC 9110 §10.2.1',
  },
  {
    ...received,
    name: 'Vary',
    sentence: 'The request headers that the response depends on, for caches.',
    clause: 'RFC 9110 §12.5.5',
  },
  {
    ...received,
    name: 'Date',
    sentence: 'When the response was created, by the server’s clock.',
    clause: 'RFC 9110 §6.6.1',
  },
  { ...received, name: 'Server', sentence: 'The server software.', clause: 'RFC 9110 §10.2.4' },
  { ...received, name: 'Content-Language', sentence: 'The language of the page.', clause: 'RFC 9110 §8.5' },
  {
    ...received,
    name: 'Connection',
    sentence: 'Whether the connection stays open for more requests.',
    clause: 'RFC 9112 §9.3',
  },
];
