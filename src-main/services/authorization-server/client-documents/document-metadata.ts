import { z } from 'zod';
import { grantOfType, grants, parseResponseType } from '#shared/oauth/index.ts';
import type { RegistrationPolicy } from '#shared/workspace/index.ts';
import { type ClientMetadata, clientMetadataSchema, withDefaults } from '../registration/metadata.ts';

/**
 * Members of a document that the server understands; it ignores all others.
 * draft-ietf-oauth-client-id-metadata-document-02 §4, Model Context Protocol 2026-07-28
 */
export const documentMetadataSchema = clientMetadataSchema.extend({
  client_name: z.string().min(1).max(100),
  post_logout_redirect_uris: z.array(z.string().min(1).max(2_048)).max(20).optional(),
});

type Given = z.output<typeof documentMetadataSchema>;

/** True if the server offers a grant type to such a client: a document is written for many servers. */
export function isOfferedTo(
  type: string,
  { token_endpoint_auth_method: method = 'none' }: Given,
  policy: RegistrationPolicy,
  vendorUrn: string,
): boolean {
  const id = grantOfType(type, vendorUrn);
  if (id === undefined || !policy.grantTypes.includes(type)) return false;
  return method !== 'none' || !grants[id].needsSecret;
}

/** Fills in what a document leaves out, and takes away what the server does not offer. Without a method it is public. */
export function withDocumentDefaults(given: Given, isOffered: (type: string) => boolean): ClientMetadata {
  const grantTypes = (given.grant_types ?? ['authorization_code']).filter(isOffered);
  const { response_types: responseTypes = ['code'] } = given;
  return withDefaults({
    ...given,
    token_endpoint_auth_method: given.token_endpoint_auth_method ?? 'none',
    grant_types: grantTypes,
    response_types: responseTypes.filter((text) => fits(text, grantTypes)),
  });
}

function fits(text: string, grantTypes: readonly string[]): boolean {
  const type = parseResponseType(text);
  if (type === undefined) return false;
  if (type.code && !grantTypes.includes('authorization_code')) return false;
  return !(type.token || type.idToken) || grantTypes.includes('implicit');
}
