import type { z } from 'zod';
import type { AuthorizationServerSettings, clientFileSchema } from '../../workspace/index.ts';
import { clientAuthenticationTable, isPublicRegistration } from '../client-authentication.ts';
import { parseResponseType, type ResponseType } from '../response-types.ts';

/** The input of the lint: a registration and the policy of the server under which it acts. */
export interface LintInput {
  readonly client: z.output<typeof clientFileSchema>;
  readonly settings: Pick<
    AuthorizationServerSettings,
    | 'profile'
    | 'requirePkce'
    | 'allowPlainPkce'
    | 'rollRefreshTokens'
    | 'refreshTokenLifetimeSeconds'
    | 'accessTokenLifetimeSeconds'
  >;
  /** The URN part of the vendor's own grant types. */
  readonly vendorUrn: string;
  /** How its secret is held; a secret itself is never looked at. */
  readonly secret: 'none' | 'held' | 'in-clear';
}

/** How much it matters: it cannot work or lets attackers in, it weakens, or it is merely odd. */
export type LintSeverity = 'error' | 'warning' | 'notice';

/** One thing that can be doubtful about a registration. */
export interface LintRule {
  readonly id: string;
  readonly severity: LintSeverity;
  readonly title: string;
  readonly clause: string;
  /** The remedy. */
  readonly fix: string;
  /** RFC 6901 pointers to where it is so; none where it is not. */
  readonly detect: (input: LintInput) => readonly string[];
}

/** The places where a condition holds, for rules that look at a client as a whole. */
export function at(pointer: string, holds: boolean): readonly string[] {
  return holds ? [pointer] : [];
}

/** The pointers of those items of a list for which a condition holds. */
export function itemsAt(
  pointer: string,
  items: readonly string[],
  holds: (item: string) => boolean,
): readonly string[] {
  // A variable of an environment has a value that is not known here.
  return items.flatMap((item, index) => (!item.includes('&{') && holds(item) ? [`${pointer}/${index}`] : []));
}

/** True if a client is public, so that no secret authenticates it. RFC 6749 §2.1 */
export function isPublicClient({ client, secret }: LintInput): boolean {
  return isPublicRegistration(client.token_endpoint_auth_method, secret !== 'none');
}

/** True if the method of a client needs a secret; without a method, a secret that is there is used. */
export function needsSecret(input: LintInput): boolean {
  const { token_endpoint_auth_method: method } = input.client;
  return method === undefined
    ? input.secret !== 'none'
    : clientAuthenticationTable[method].proof.endsWith('secret');
}

/** The response types of a client; those that are absent follow its grant types. RFC 7591 §2 */
export function responseTypesOf({ client }: LintInput): readonly string[] {
  return client.response_types ?? (client.grant_types.includes('authorization_code') ? ['code'] : []);
}

/** The response types of a client that are known. */
export function knownResponseTypes(input: LintInput): readonly ResponseType[] {
  return responseTypesOf(input).flatMap((name) => parseResponseType(name) ?? []);
}

/** True if users are sent to the authorization endpoint for this client. */
export function usesBrowser(input: LintInput): boolean {
  return responseTypesOf(input).length > 0 || input.client.grant_types.includes('authorization_code');
}

/** True if codes are issued to this client. */
export function usesCode(input: LintInput): boolean {
  return knownResponseTypes(input).some(({ code }) => code);
}
