import { describe, expect, test } from 'vitest';
import {
  documentOf,
  emptyClient,
  emptyServer,
  isComplete,
  isIssuer,
  nameOfIssuer,
  serverFile,
} from '#renderer/workbench/server-form/draft.ts';
import { targetFileSchema } from '#shared/workspace/index.ts';

const issuer = 'https://id.example.com/tenant';
const client = { ...emptyClient(1), clientId: 'web', secret: 's' };
const draft = { ...emptyServer, name: 'id', issuer, clients: [client] };

describe('a server as it is typed', () => {
  test('is a file that the workspace reads', () => {
    const { file, text } = serverFile({
      ...draft,
      clients: [{ ...client, redirectUris: ' http://127.0.0.1:9035/cb  https://b.example/cb', scope: 'a b' }],
      users: [
        { key: 1, username: 'ann', password: 'p' },
        { key: 2, username: 'bob', password: '' },
      ],
    });
    expect(file).toBe('targets/id.json');
    expect(targetFileSchema.parse(JSON.parse(text))).toMatchObject({
      issuer,
      clients: [
        {
          client_id: 'web',
          client_secret: 's',
          token_endpoint_auth_method: 'client_secret_basic',
          redirect_uris: ['http://127.0.0.1:9035/cb', 'https://b.example/cb'],
          grant_types: ['authorization_code'],
          scope: 'a b',
        },
      ],
      users: [{ username: 'ann', password: 'p' }, { username: 'bob' }],
    });
  });

  test('keeps out of the file what was typed for another way of authenticating', () => {
    const signing = { ...client, authentication: 'private_key_jwt', privateKey: '{}' } as const;
    const text = JSON.stringify(documentOf({ ...draft, clients: [signing] }));
    expect([text.includes('client_secret"'), text.includes('"private_key":"{}"')]).toEqual([false, true]);
    expect(isComplete({ ...draft, clients: [{ ...signing, privateKey: '' }] })).toBe(false);
    expect(isComplete({ ...draft, clients: [{ ...client, authentication: 'none', secret: '' }] })).toBe(true);
    expect(isComplete({ ...draft, clients: [{ ...client, authentication: 'tls_client_auth' }] })).toBe(false);
  });

  test('has an issuer without query and fragment, and the name of its host', () => {
    expect([issuer, 'id.example.com', `${issuer}?a=b`].map(isIssuer)).toEqual([true, false, false]);
    expect(nameOfIssuer(issuer)).toBe('id.example.com');
    expect(isComplete(draft)).toBe(true);
  });
});
