import { beforeEach, expect, test } from 'vitest';
import { type Answer, answerJson, makeConnector, startRemote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';

let issued: number;

/** A token that lasts ten minutes, with the refresh token for the next one. */
const issueToken: Answer = (request, response) => {
  issued += 1;
  const tokens = { access_token: `token-${issued}`, refresh_token: `refresh-${issued + 1}` };
  answerJson({ ...tokens, token_type: 'Bearer', expires_in: 600 })(request, response);
};

const api = startedAnew(startRemote);
const issuer = startedAnew(() => startRemote(issueToken));
beforeEach(() => {
  issued = 0;
});

const oauth = (refreshToken: unknown) => ({
  serviceUri: api.origin,
  authenticationMethod: 'OAUTH',
  tokenEndpoint: `${issuer.origin}/token`,
  grantType: 'refresh_token',
  clientId: 'portal:hr',
  refreshToken,
});
const formOf = (index: number) => Object.fromEntries(new URLSearchParams(issuer.seen[index]?.body));

test('a refresh token that was rolled takes the place of the configured one', async () => {
  const { connector, clock } = makeConnector(oauth('refresh-1'));
  await connector.test({});
  clock.advance(600_000);
  await connector.test({});
  expect([formOf(0), formOf(1)]).toMatchObject([
    { grant_type: 'refresh_token', refresh_token: 'refresh-1' },
    { grant_type: 'refresh_token', refresh_token: 'refresh-2' },
  ]);
});

test('one that is configured anew takes the place of the rolled one', async () => {
  let stored = 'refresh-1';
  const { connector, clock } = makeConnector(oauth({ $secret: 'refresh' }), {
    readSecret: (value) => (typeof value === 'string' ? value : stored),
  });
  for (const configured of ['refresh-1', 'refresh-1', 'fresh']) {
    stored = configured;
    await connector.test({});
    clock.advance(600_000);
  }
  expect([0, 1, 2].map((index) => formOf(index)['refresh_token'])).toEqual([
    'refresh-1',
    'refresh-2',
    'fresh',
  ]);
});

test('a rolled one that is no longer good gives way to the configured one', async () => {
  const { connector, clock } = makeConnector(oauth('refresh-1'));
  await connector.test({});
  clock.advance(600_000);
  issuer.answer = answerJson({ error: 'invalid_client' }, 401);
  await expect(connector.test({})).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
  issuer.answer = answerJson({ error: 'invalid_grant' }, 400);
  await expect(connector.test({})).rejects.toMatchObject({ type: 'UNAUTHORIZED' });
  issuer.answer = issueToken;
  await connector.test({});
  expect([0, 1, 2, 3].map((index) => formOf(index)['refresh_token'])).toEqual([
    'refresh-1',
    'refresh-2',
    'refresh-2',
    'refresh-1',
  ]);
});
