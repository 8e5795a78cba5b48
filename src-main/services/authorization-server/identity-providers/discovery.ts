import { z } from 'zod';
import type { IdentityProvider } from '#shared/workspace/index.ts';
import type { FrontContext } from '../authorize/context.ts';
import { callProvider, readResponse } from './provider-call.ts';
import { providerFailed } from './provider-refusal.ts';
import type { ProviderMetadata } from './provider-store.ts';

const address = z.url({ protocol: /^https?$/ });
const documentSchema = z.object({
  authorization_endpoint: address,
  token_endpoint: address.optional(),
  userinfo_endpoint: address.optional(),
  jwks_uri: address,
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

/**
 * Reads the metadata that a provider publishes, asked anew after five minutes. OpenID Connect Discovery §4
 * @throws ProviderRefusal where it cannot be had, names another issuer or lacks an endpoint
 */
export async function discover(
  context: Pick<FrontContext, 'runtime' | 'transaction' | 'nowMillis'>,
  provider: IdentityProvider,
): Promise<ProviderMetadata> {
  const { runtime, nowMillis } = context;
  const { issuer } = provider;
  const known = runtime.providers.metadata.get(issuer, nowMillis);
  if (known !== undefined) return known;
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await callProvider(context, provider, { method: 'GET', url, headers: [] });
  const metadata = readDocument(readResponse(response, 'discovery document'), issuer);
  runtime.providers.metadata.set(issuer, metadata, nowMillis);
  return metadata;
}

function readDocument(document: Readonly<Record<string, unknown>>, issuer: string): ProviderMetadata {
  const { issuer: named } = document;
  // Exactly: a document that speaks for another issuer is how providers are mixed up. OpenID Connect Discovery §4.3
  if (named !== issuer)
    throw providerFailed('Its discovery document belongs to another issuer.', {
      want: issuer,
      got: typeof named === 'string' ? named : 'none',
    });
  const parsed = documentSchema.safeParse(document);
  if (!parsed.success) {
    const at = parsed.error.issues.map(({ path }) => path.join('.')).join(' ');
    throw providerFailed('Its discovery document lacks an http or https URL.', { got: at });
  }
  const { data } = parsed;
  return {
    authorizationEndpoint: data.authorization_endpoint,
    tokenEndpoint: data.token_endpoint ?? null,
    userinfoEndpoint: data.userinfo_endpoint ?? null,
    jwksUri: data.jwks_uri,
    isIssuerInResponse: data.authorization_response_iss_parameter_supported === true,
  };
}
