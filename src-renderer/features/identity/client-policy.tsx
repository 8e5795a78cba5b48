import { signingAlgorithms } from '#shared/workspace/index.ts';
import type { ClientPartProps } from './client-grants.tsx';
import {
  CheckMember,
  ChoiceMember,
  JsonMember,
  ListMember,
  listOf,
  NumberMember,
  Part,
  TriStateMember,
  textOf,
} from './fields.tsx';
import { FindingsAt } from './findings.tsx';
import type { Form } from './use-form.ts';
import { usePolicy } from './use-policy.ts';
import { useRegistrations } from './use-registrations.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientForm;
const { asServer } = identityMessages.identity;

const algorithms = Object.fromEntries(signingAlgorithms.map((name) => [name, name]));
/** Algorithms of request objects, besides that of none. RFC 9101 §6.2 */
const requestAlgorithms = Object.fromEntries(
  ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'none'].map((name) => [name, name]),
);

function usesBrowser(form: Form): boolean {
  const isImplied = form.document['response_types'] === undefined;
  return (
    (isImplied ? [] : listOf(form, 'response_types')).length > 0 ||
    listOf(form, 'grant_types').includes('authorization_code')
  );
}

/** True if the client gets tokens at all; a client that only validates them does not. */
function getsTokens(form: Form): boolean {
  return (
    usesBrowser(form) || listOf(form, 'grant_types').some((grant) => !grant.endsWith(':validate_bearer'))
  );
}

/** How its tokens are made, and how long they live. */
export function ClientTokens({ form, findings }: ClientPartProps) {
  const { settings } = usePolicy();
  if (!getsTokens(form)) return null;
  const canRefresh = listOf(form, 'grant_types').includes('refresh_token');
  const format = textOf(form, 'access_token_format') || settings.accessTokenFormat;
  const forEver = settings.refreshTokenLifetimeSeconds?.toString() ?? messages.forEver;
  return (
    <Part title={messages.tokens}>
      <NumberMember
        form={form}
        member="access_token_lifetime_seconds"
        label={messages.accessLifetime}
        help={messages.emptyAsServer(String(settings.accessTokenLifetimeSeconds))}
      />
      <FindingsAt findings={findings} pointer="/access_token_lifetime_seconds" />
      <CheckMember form={form} member="dpop_bound_access_tokens" label={messages.boundTokens} />
      <ChoiceMember
        form={form}
        member="access_token_format"
        label={messages.format}
        options={messages.formats}
        absent={asServer}
      />
      {format === 'jwt' ? (
        <>
          <ChoiceMember
            form={form}
            member="access_token_signed_response_alg"
            label={messages.algorithm}
            options={algorithms}
            absent={asServer}
          />
          <ListMember form={form} member="audience" label={messages.audience} help={messages.audienceHelp} />
        </>
      ) : null}
      {canRefresh ? (
        <>
          <NumberMember
            form={form}
            member="refresh_token_lifetime_seconds"
            label={messages.refreshLifetime}
            help={messages.emptyAsServer(forEver)}
          />
          <TriStateMember form={form} member="roll_refresh_tokens" label={messages.rollRefresh} />
          <FindingsAt findings={findings} pointer="/roll_refresh_tokens" />
        </>
      ) : null}
    </Part>
  );
}

/** How its users sign in, and whether they are asked. */
export function ClientSignIn({ form, findings }: ClientPartProps) {
  const providers = useRegistrations('identity-provider').data ?? [];
  if (!usesBrowser(form)) return null;
  const scopes = textOf(form, 'scope').split(' ');
  return (
    <Part title={messages.consent}>
      <TriStateMember form={form} member="require_pkce" label={messages.requirePkce} />
      <FindingsAt findings={findings} pointer="/require_pkce" />
      <CheckMember form={form} member="skip_consent" label={messages.skipConsent} />
      <FindingsAt findings={findings} pointer="/skip_consent" />
      {providers.length === 0 && textOf(form, 'identity_provider') === '' ? null : (
        <ChoiceMember
          form={form}
          member="identity_provider"
          label={messages.provider}
          options={Object.fromEntries(providers.map(({ id }) => [id, id]))}
          absent={messages.providerHere}
        />
      )}
      {scopes.includes('openid') ? (
        <ChoiceMember
          form={form}
          member="id_token_signed_response_alg"
          label={messages.idAlgorithm}
          options={algorithms}
          absent="RS256"
          absentIs="RS256"
        />
      ) : null}
    </Part>
  );
}

function isKeySet(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
}

/** The client's settings for request objects. RFC 9101 */
export function ClientRequests({ form, findings }: ClientPartProps) {
  if (!usesBrowser(form)) return null;
  const uris = listOf(form, 'request_uris');
  return (
    <Part title={messages.requests}>
      <ChoiceMember
        form={form}
        member="request_object_signing_alg"
        label={messages.requestAlgorithm}
        options={requestAlgorithms}
        absent={messages.requestAny}
      />
      <FindingsAt findings={findings} pointer="/request_object_signing_alg" />
      <CheckMember form={form} member="require_signed_request_object" label={messages.requestRequired} />
      <JsonMember
        form={form}
        member="jwks"
        label={messages.jwks}
        help={messages.jwksHelp}
        invalid={messages.jwksInvalid}
        rows={form.document['jwks'] === undefined ? 2 : 8}
        isFit={isKeySet}
      />
      <FindingsAt findings={findings} pointer="/jwks" />
      <ListMember form={form} member="request_uris" label={messages.requestUris} findings={findings} />
      {uris.length === 0 ? null : <FindingsAt findings={findings} pointer="/request_uris" />}
    </Part>
  );
}
