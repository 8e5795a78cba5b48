import {
  confidentialAuthentications,
  grantIds,
  grants,
  isPublicRegistration,
  validateBearerGrantType,
} from '#shared/oauth/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { Members } from './drafts.ts';
import type { Form } from './use-form.ts';

export type ClientType = 'confidential' | 'public' | 'resource';

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the type of client that a form describes. RFC 6749 §2.1 */
export function clientTypeOf(form: Form, vendorUrn: string): ClientType {
  const { document, secrets } = form;
  const method = document['token_endpoint_auth_method'];
  const hasSecret = form.held('client_secret') !== null || typeof secrets['client_secret'] === 'string';
  if (isPublicRegistration(method, hasSecret || form.isNew)) return 'public';
  const registered = texts(document['grant_types']);
  return registered.length === 1 && registered[0] === validateBearerGrantType(vendorUrn)
    ? 'resource'
    : 'confidential';
}

/** The members that a client of another kind has otherwise. */
export function withType(document: Members, type: ClientType, vendorUrn: string): Members {
  const validate = validateBearerGrantType(vendorUrn);
  const method = document['token_endpoint_auth_method'];
  const kept = confidentialAuthentications.find((id) => id === method) ?? 'client_secret_basic';
  const authMethod = type === 'public' ? 'none' : kept;
  if (type === 'resource')
    return { token_endpoint_auth_method: authMethod, grant_types: [validate], response_types: [] };
  const unfit =
    type === 'public'
      ? grantIds.flatMap((id) => (grants[id].needsSecret ? [grants[id].grantType(vendorUrn)] : []))
      : [validate];
  const fitting = texts(document['grant_types']).filter((grant) => !unfit.includes(grant));
  const isEmpty = fitting.length === 0 && texts(document['response_types']).length === 0;
  return {
    token_endpoint_auth_method: authMethod,
    grant_types: isEmpty ? ['authorization_code'] : fitting,
    ...(isEmpty ? { response_types: ['code'] } : {}),
    ...(type === 'public' ? { require_pkce: true } : {}),
  };
}
