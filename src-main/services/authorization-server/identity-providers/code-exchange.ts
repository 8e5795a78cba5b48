import { formatForm, formEncode, formValue } from '#shared/oauth/index.ts';
import { required } from '../token/context.ts';
import { callbackUrl } from './authorization-url.ts';
import type { CallbackContext } from './callback-context.ts';
import { callProvider, readResponse } from './provider-call.ts';
import { providerFailed } from './provider-refusal.ts';

/**
 * Gets the tokens for the code: as a confidential client where the provider knows us by a secret, else as a public one.
 * OpenID Connect Core §3.1.3.1, RFC 6749 §2.3.1, RFC 7636 §4.5
 * @throws ProviderRefusal where there are none to be had
 */
export async function exchangeCode(context: CallbackContext): Promise<void> {
  const { form, runtime } = context;
  const provider = required(context.provider);
  const { tokenEndpoint } = required(context.metadata);
  if (tokenEndpoint === null) throw providerFailed('Its discovery document has no token endpoint.');
  const secret = provider.clientSecret();
  const authentication =
    secret === null
      ? []
      : ['Authorization', `Basic ${base64(`${formEncode(provider.clientId)}:${formEncode(secret)}`)}`];
  const body = formatForm([
    ['grant_type', 'authorization_code'],
    ['code', formValue(form, 'code') ?? ''],
    ['redirect_uri', callbackUrl(runtime.issuer())],
    ['code_verifier', required(context.away).verifier],
    ...(secret === null ? [['client_id', provider.clientId] as const] : []),
  ]);
  const response = await callProvider(context, provider, {
    method: 'POST',
    url: tokenEndpoint,
    headers: ['Content-Type', 'application/x-www-form-urlencoded', ...authentication],
    body,
  });
  const { id_token: idToken, access_token: accessToken } = readResponse(response, 'token endpoint');
  if (typeof idToken !== 'string')
    throw providerFailed('Its token endpoint returned no ID token. Check that the scope contains openid.');
  context.idToken = idToken;
  context.accessToken = typeof accessToken === 'string' ? accessToken : null;
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
