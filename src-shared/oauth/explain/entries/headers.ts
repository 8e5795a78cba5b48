import type { Entry } from '../entry.ts';

const sent = { at: ['header'] } as const;
const received = { at: ['response-header'] } as const;

/** Headers of a request that matter here. */
export const requestHeaderEntries: readonly Entry[] = [
  {
    ...sent,
    name: 'Authorization',
    sentence: 'Carries who asks, out of the way of addresses and forms.',
    clause: 'RFC 9110 §11.6.2',
    values: [
      {
        value: /basic(?: .*)?/i,
        sentence: 'Here: the client’s id and secret, form-encoded and then in base64, which hides nothing.',
        clause: 'RFC 6749 §2.3.1',
      },
      {
        value: /bearer(?: .*)?/i,
        sentence: 'Here: an access token; whoever has it may use it.',
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
    sentence: 'Proves, by a signature over method and address, that the sender has the key of its token.',
    clause: 'RFC 9449 §4.1',
  },
  {
    ...sent,
    name: 'Content-Type',
    sentence: 'Says how the body is to be read.',
    without: 'The server may not find a single parameter in it.',
    clause: 'RFC 9110 §8.3',
    values: [
      {
        value: /application\/x-www-form-urlencoded(?:;.*)?/i,
        sentence: 'Here: as a form, the only way in which OAuth endpoints are asked.',
        clause: 'RFC 6749 Appendix B',
      },
    ],
  },
  {
    ...sent,
    name: 'Content-Length',
    sentence: 'Says how many bytes the body has, which is how the server finds its end.',
    clause: 'RFC 9112 §6.2',
  },
  {
    ...sent,
    name: 'Transfer-Encoding',
    sentence: 'Says that the body comes in pieces, each with its length.',
    clause: 'RFC 9112 §6.1',
  },
  {
    ...sent,
    name: 'Host',
    sentence: 'Says which of the servers at this address is meant.',
    without: 'An HTTP/1.1 server must answer 400.',
    clause: 'RFC 9110 §7.2',
  },
  {
    ...sent,
    name: 'Accept',
    sentence: 'Says in which form the sender would like the answer.',
    clause: 'RFC 9110 §12.5.1',
  },
  {
    ...sent,
    name: 'Accept-Language',
    sentence: 'Lists the languages in which the person likes to read.',
    clause: 'RFC 9110 §12.5.4',
  },
  {
    ...sent,
    name: 'Cookie',
    sentence: 'Brings back what the server told the browser to keep: above all who is signed in.',
    without: 'The server takes the browser for a stranger’s.',
    clause: 'RFC 6265 §5.4',
  },
  {
    ...sent,
    name: 'Origin',
    sentence: 'Says from which site the request comes; a script cannot forge it.',
    without: 'The server cannot tell its own forms from those of another site by it.',
    clause: 'RFC 6454 §7',
  },
  {
    ...sent,
    name: 'Referer',
    sentence: 'Tells the server where the browser was.',
    clause: 'RFC 9110 §10.1.3',
    values: [
      {
        value: /.*[?&](?:code|access_token|id_token|state)=.*/,
        sentence: 'This one has parameters of a flow in it.',
        concern: 'A code or token in it is given away to whoever is asked. RFC 9700 §4.2',
      },
    ],
  },
  {
    ...sent,
    name: 'User-Agent',
    sentence: 'Names the program that asks; nothing should be decided by it.',
    clause: 'RFC 9110 §10.1.5',
  },
  {
    ...sent,
    name: 'Connection',
    sentence: 'Says whether the connection stays for more requests.',
    clause: 'RFC 9112 §9.3',
  },
];

/** Headers of an answer that matter here; cookies and policies are taken apart elsewhere. */
export const responseHeaderEntries: readonly Entry[] = [
  {
    ...received,
    name: 'Location',
    sentence: 'Sends the browser on to this address.',
    without: 'The browser stays where it is.',
    clause: 'RFC 9110 §10.2.2',
  },
  {
    ...received,
    name: 'Cache-Control',
    kinds: ['token', 'validation', 'introspection'],
    sentence: 'Says who may keep this answer.',
    without: 'A cache may keep the tokens and give them to somebody else.',
    clause: 'RFC 6749 §5.1',
    values: [
      { value: /.*no-store.*/i, sentence: 'Here: nobody, as it must be for tokens.' },
      {
        value: /(?!.*no-store).*/is,
        sentence: 'Here it does not say nobody.',
        concern: 'An answer with tokens must have no-store. RFC 6749 §5.1',
      },
    ],
  },
  {
    ...received,
    name: 'Cache-Control',
    sentence: 'Says who may keep this answer, and for how long.',
    without: 'Caches decide by themselves.',
    clause: 'RFC 9111 §5.2.2',
    values: [{ value: /.*no-store.*/i, sentence: 'Here: nobody.' }],
  },
  {
    ...received,
    name: 'Pragma',
    sentence: 'Says the same as Cache-Control to caches of the last century.',
    clause: 'RFC 6749 §5.1',
  },
  {
    ...received,
    name: 'WWW-Authenticate',
    sentence: 'Says how the sender has to show who it is, and what was wrong with how it did.',
    without: 'A 401 must have it: the client does not know what to do.',
    clause: 'RFC 9110 §11.6.1',
    values: [
      {
        value: /bearer.*/is,
        sentence: 'Here: by an access token; its error says whether a new one would help.',
        clause: 'RFC 6750 §3',
      },
      {
        value: /basic.*/is,
        sentence: 'Here: by the client’s id and secret.',
        clause: 'RFC 6749 §5.2',
      },
    ],
  },
  {
    ...received,
    name: 'Content-Type',
    sentence: 'Says what the body is; a browser must not guess.',
    without: 'A browser may take text for a page and run what stands in it.',
    clause: 'RFC 9110 §8.3',
  },
  {
    ...received,
    name: 'Content-Length',
    sentence: 'Says how many bytes the body has.',
    clause: 'RFC 9112 §6.2',
  },
  {
    ...received,
    name: 'Transfer-Encoding',
    sentence: 'Says that the body comes in pieces, each with its length.',
    clause: 'RFC 9112 §6.1',
  },
  {
    ...received,
    name: 'Retry-After',
    sentence: 'Says after how many seconds, or when, it is worth trying again.',
    without: 'The client guesses, mostly too early.',
    clause: 'RFC 9110 §10.2.3',
  },
  {
    ...received,
    name: 'Referrer-Policy',
    sentence: 'Says what the browser may tell the next site about where it was.',
    without: 'The next site may learn the address of this page, with what stands in it.',
    clause: 'RFC 9700 §4.2.4',
    values: [
      { value: 'no-referrer', sentence: 'Here: nothing.' },
      {
        value: /unsafe-url/i,
        sentence: 'Here: everything.',
        concern: 'A code or token in the address is given away to the next site. RFC 9700 §4.2',
      },
    ],
  },
  {
    ...received,
    name: 'X-Frame-Options',
    sentence: 'Says whether another site may show this page in a frame; frame-ancestors has replaced it.',
    without: 'Without frame-ancestors either, another site can lay the page under its own (clickjacking).',
    clause: 'RFC 7034 §2',
  },
  {
    ...received,
    name: 'X-Content-Type-Options',
    sentence: 'Forbids the browser to guess what the body is.',
    without: 'A text can be taken for a script.',
    clause: 'Fetch',
  },
  {
    ...received,
    name: 'Strict-Transport-Security',
    sentence: 'Tells the browser to use nothing but HTTPS here from now on.',
    without: 'The first request of a visit can be caught and changed.',
    clause: 'RFC 6797 §6.1',
  },
  {
    ...received,
    name: 'Access-Control-Allow-Origin',
    sentence: 'Says which other sites’ scripts may read this answer.',
    without: 'Only scripts of the same site may.',
    clause: 'Fetch',
    values: [{ value: '*', sentence: 'Here: any; it must not be on pages that know the user by a cookie.' }],
  },
  {
    ...received,
    name: 'Access-Control-Allow-Credentials',
    sentence: 'Says that such scripts may even send cookies.',
    clause: 'Fetch',
    values: [
      {
        value: /true/i,
        sentence: 'Here: they may.',
        concern: 'A script of an allowed site acts as the user who is signed in.',
      },
    ],
  },
  {
    ...received,
    name: 'Allow',
    sentence: 'Lists the methods that this address takes.',
    clause: 'RFC 9110 §10.2.1',
  },
  {
    ...received,
    name: 'Vary',
    sentence: 'Says on which request headers the answer depends, so that a cache gives it to nobody else.',
    clause: 'RFC 9110 §12.5.5',
  },
  {
    ...received,
    name: 'Date',
    sentence: 'When the answer was made, by the server’s clock.',
    clause: 'RFC 9110 §6.6.1',
  },
  { ...received, name: 'Server', sentence: 'Names the server’s program.', clause: 'RFC 9110 §10.2.4' },
  { ...received, name: 'Content-Language', sentence: 'The language of the page.', clause: 'RFC 9110 §8.5' },
  {
    ...received,
    name: 'Connection',
    sentence: 'Says whether the connection stays for more requests.',
    clause: 'RFC 9112 §9.3',
  },
];
