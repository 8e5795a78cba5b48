import { signingAlgorithms } from '#shared/workspace/index.ts';
import type { ClientPartProps } from './client-grants.tsx';
import {
  CheckMember,
  ChoiceMember,
  ListMember,
  listOf,
  NumberMember,
  Part,
  TextMember,
  TriStateMember,
  textOf,
} from './fields.tsx';
import { FindingsAt } from './findings.tsx';
import { useFormUnderEdit } from './form-context.ts';
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
export function ClientTokens({ findings }: ClientPartProps) {
  const { form } = useFormUnderEdit();
  const { settings } = usePolicy();
  if (!getsTokens(form)) return null;
  const canRefresh = listOf(form, 'grant_types').includes('refresh_token');
  const format = textOf(form, 'access_token_format') || settings.accessTokenFormat;
  const forEver = settings.refreshTokenLifetimeSeconds?.toString() ?? messages.forEver;
  return (
    <Part title={messages.tokens}>
      <NumberMember
        member="access_token_lifetime_seconds"
        label={messages.accessLifetime}
        help={messages.emptyAsServer(String(settings.accessTokenLifetimeSeconds))}
      />
      <FindingsAt findings={findings} pointer="/access_token_lifetime_seconds" />
      <CheckMember member="dpop_bound_access_tokens" label={messages.boundTokens} />
      <ChoiceMember
        member="access_token_format"
        label={messages.format}
        options={messages.formats}
        absent={asServer}
      />
      {format === 'jwt' ? (
        <>
          <ChoiceMember
            member="access_token_signed_response_alg"
            label={messages.algorithm}
            options={algorithms}
            absent={asServer}
          />
        </>
      ) : null}
      <ListMember
        member="audience"
        label={messages.audience}
        help={messages.audienceHelp}
        findings={findings}
      />
      {canRefresh ? (
        <>
          <NumberMember
            member="refresh_token_lifetime_seconds"
            label={messages.refreshLifetime}
            help={messages.emptyAsServer(forEver)}
          />
          <TriStateMember member="roll_refresh_tokens" label={messages.rollRefresh} />
          <FindingsAt findings={findings} pointer="/roll_refresh_tokens" />
        </>
      ) : null}
    </Part>
  );
}

/** How its users sign in, and whether they are asked. */
export function ClientSignIn({ findings }: ClientPartProps) {
  const { form } = useFormUnderEdit();
  const providers = useRegistrations('identity-provider').data ?? [];
  if (!usesBrowser(form)) return null;
  const scopes = textOf(form, 'scope').split(' ');
  return (
    <Part title={messages.consent}>
      <TriStateMember member="require_pkce" label={messages.requirePkce} />
      <FindingsAt findings={findings} pointer="/require_pkce" />
      <CheckMember member="skip_consent" label={messages.skipConsent} />
      <FindingsAt findings={findings} pointer="/skip_consent" />
      {providers.length === 0 && textOf(form, 'identity_provider') === '' ? null : (
        <ChoiceMember
          member="identity_provider"
          label={messages.provider}
          options={Object.fromEntries(providers.map(({ id }) => [id, id]))}
          absent={messages.providerHere}
        />
      )}
      {scopes.includes('openid') ? (
        <ChoiceMember
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

/** The client's settings for pushed requests, request objects and signed responses. RFC 9126, RFC 9101, JARM */
export function ClientRequests({ findings }: ClientPartProps) {
  const { form } = useFormUnderEdit();
  if (!usesBrowser(form)) return null;
  const uris = listOf(form, 'request_uris');
  return (
    <Part title={messages.requests}>
      <CheckMember member="require_pushed_authorization_requests" label={messages.requirePush} />
      <FindingsAt findings={findings} pointer="/require_pushed_authorization_requests" />
      <ChoiceMember
        member="authorization_signed_response_alg"
        label={messages.responseAlgorithm}
        options={algorithms}
        absent="RS256"
        absentIs="RS256"
      />
      <ChoiceMember
        member="request_object_signing_alg"
        label={messages.requestAlgorithm}
        options={requestAlgorithms}
        absent={messages.requestAny}
      />
      <FindingsAt findings={findings} pointer="/request_object_signing_alg" />
      <CheckMember member="require_signed_request_object" label={messages.requestRequired} />
      <ListMember member="request_uris" label={messages.requestUris} findings={findings} />
      {uris.length === 0 ? null : <FindingsAt findings={findings} pointer="/request_uris" />}
    </Part>
  );
}

/** How the client takes part in sign-outs. OpenID Connect RP-Initiated Logout §3.1, Back-Channel Logout §2.2 */
export function ClientLogout({ findings }: ClientPartProps) {
  const { form } = useFormUnderEdit();
  if (!usesBrowser(form)) return null;
  return (
    <Part title={messages.logout}>
      <ListMember
        member="post_logout_redirect_uris"
        label={messages.postLogoutUris}
        help={messages.postLogoutUrisHelp}
        findings={findings}
      />
      <TextMember
        member="backchannel_logout_uri"
        label={messages.backchannelUri}
        help={messages.backchannelUriHelp}
      />
      <FindingsAt findings={findings} pointer="/backchannel_logout_uri" />
      <CheckMember member="backchannel_logout_session_required" label={messages.backchannelSession} />
      <FindingsAt findings={findings} pointer="/backchannel_logout_session_required" />
    </Part>
  );
}
