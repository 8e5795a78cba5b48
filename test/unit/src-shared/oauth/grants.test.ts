import { describe, expect, test } from 'vitest';
import { secretKindOfName } from '#shared/exchange/index.ts';
import { grantFlows } from '#shared/flows/index.ts';
import { grantNames } from '#shared/interchange/client-names.ts';
import { lintClient } from '#shared/oauth/client-lint/index.ts';
import { explain } from '#shared/oauth/explain/index.ts';
import { clientAuthentications, clientAuthenticationTable, grantIds, grants } from '#shared/oauth/index.ts';
import { clientFileSchema } from '#shared/workspace/index.ts';

const vendorUrn = 'vendor.example';
const settings = {
  profile: 'strict',
  requirePkce: true,
  allowPlainPkce: false,
  rollRefreshTokens: true,
  refreshTokenLifetimeSeconds: 3_600,
  accessTokenLifetimeSeconds: 300,
} as const;

describe.each(grantIds.map((id) => [id, grants[id]] as const))('the grant %s', (id, grant) => {
  const grantType = grant.grantType(vendorUrn);

  test('is known to the lint of clients', () => {
    const client = clientFileSchema.parse({
      client_id: 'app',
      grant_types: [grantType],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const rules = lintClient({ client, settings, vendorUrn, secret: 'held' }).map((finding) => finding.id);
    expect(rules).not.toContain('grant-unknown');
  });

  test('is spelt in one way only', () => {
    expect(grantIds.filter((other) => grants[other].grantType(vendorUrn) === grantType)).toEqual([id]);
    expect(grantIds.filter((other) => grants[other].productName === grant.productName)).toEqual([id]);
  });

  test('keeps its secrets out of what is shown, and says what each parameter is for', () => {
    for (const [name, kind] of Object.entries(grant.parameters)) {
      expect([name, secretKindOfName(name) !== undefined]).toEqual([name, kind === 'secret']);
      const message = id === 'validate_bearer' ? 'validation' : 'token';
      expect([name, explain({ kind: message, place: 'body', name })?.name]).toEqual([name, name]);
    }
  });

  test('can be tried in a flow that asks for it', () => {
    for (const { needs } of grantFlows[id]) {
      const wanted = grants[id].grantType(vendorUrn);
      // Any client may try whether it is let in.
      if (id !== 'validate_bearer') expect(needs.grantType).toBe(wanted);
    }
  });

  test('is found in exports of the other product, or in none of them on purpose', () => {
    const names = grantNames(vendorUrn).filter(({ registered }) => registered === grantType);
    expect(names).toEqual(
      id === 'implicit' || grant.productName === null
        ? []
        : [{ product: grant.productName, registered: grantType }],
    );
  });
});

describe.each(clientAuthentications)('the client authentication %s', (id) => {
  test('keeps what it sends out of view, and says what it is for', () => {
    for (const name of clientAuthenticationTable[id].parameters) {
      expect([name, explain({ kind: 'token', place: 'body', name })?.name]).toEqual([name, name]);
      if (!name.endsWith('_type')) expect([name, secretKindOfName(name)]).not.toEqual([name, undefined]);
    }
  });
});
