import fc from 'fast-check';
import { expect } from 'vitest';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { documentRedirect, startDocumentHost } from '#test/support/document-host.ts';
import { asyncProperty } from '#test/support/property.ts';
import { startedOnce } from '#test/support/started.ts';
import { Browser, type Seen } from './parties.ts';

const host = startedOnce(() => startDocumentHost());
const as = startedOnce(() =>
  startAuthorizationServer({
    outgoing: host.outgoing,
    settings: { clientIdMetadataDocuments: host.settings },
  }),
);

let serial = 0;

/** Opens an authorization request of a client whose document is made of the URL that it gets. */
async function openedWith(make: (url: string) => string | Uint8Array, type: string): Promise<Seen> {
  serial += 1;
  as.advance(60_000);
  const path = `/d${serial}`;
  const body = make(`${host.origin}${path}`);
  const url = host.answer(path, (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  });
  return new Browser(as).authorize({ client_id: url, redirect_uri: documentRedirect });
}

/** The request goes on, ends on a page, or is refused at an address that the document lists. */
const isDecided = ({ status, location }: Seen): boolean =>
  status === 200 || status === 400 || location.startsWith(`${documentRedirect}?error=`);

const members = [
  'client_id',
  'client_name',
  'redirect_uris',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
  'jwks',
  'jwks_uri',
  'logo_uri',
  'application_type',
  'scope',
  'request_uris',
  'post_logout_redirect_uris',
  '__proto__',
];

asyncProperty([fc.uint8Array({ maxLength: 6_000 })], { numRuns: 25 })(
  'a document of any bytes is judged, and breaks nothing',
  async (bytes) => {
    expect((await openedWith(() => bytes, 'application/json')).status).toBe(400);
  },
);

asyncProperty([fc.constantFrom(...members), fc.jsonValue({ maxDepth: 3 })], { numRuns: 100 })(
  'a document with any JSON as one of its members is judged, and breaks nothing',
  async (name, value) => {
    const seen = await openedWith((url) => {
      const document = {
        client_id: url,
        client_name: 'Desk',
        redirect_uris: [documentRedirect],
        token_endpoint_auth_method: 'none',
      };
      return JSON.stringify(document).replace(/\}$/, `,${JSON.stringify(name)}:${JSON.stringify(value)}}`);
    }, 'application/client+json');
    expect(isDecided(seen)).toBe(true);
  },
);
