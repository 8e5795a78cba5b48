import type { Weakness } from '#main/platform/pipeline.ts';
import { subjectOf } from '../grants/id-jag-issue.ts';
import { isJag, type TokenContext } from '../token/context.ts';

const onlyPlain = (context: TokenContext, original: () => void | Promise<void>) =>
  isJag(context) ? original() : undefined;
const onlyJag = (context: TokenContext, original: () => void | Promise<void>) =>
  isJag(context) ? undefined : original();

/** Flaws of JWTs that are authorization grants, and of ID-JAGs. */
export const jwtGrantWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Takes an assertion in the name of an issuer, whoever signed it. */
  {
    id: 'jwt-bearer-unverified',
    pipeline: 'token.jwt_bearer',
    step: 'jwt-grant-signature',
    title: 'Signature of JWT grant not verified',
    clause: 'RFC 7523 §3 (9)',
    instead: onlyPlain,
  },
  /** Takes assertions that were made for another server. */
  {
    id: 'jwt-bearer-audience',
    pipeline: 'token.jwt_bearer',
    step: 'jwt-grant-audience',
    title: 'Audience of JWT grant not checked',
    clause: 'RFC 7523 §3 (3)',
    instead: () => undefined,
  },
  /** Takes assertions after their end, and as often as they come. */
  {
    id: 'jwt-bearer-claims',
    pipeline: 'token.jwt_bearer',
    step: 'jwt-grant-time',
    title: 'Expired or used JWT grant accepted',
    clause: 'RFC 7523 §3 (4)',
    instead: onlyPlain,
    alongside: { 'jwt-grant-not-replayed': onlyPlain },
  },
  /** Takes a JWT of the identity provider as an ID-JAG, for whichever server and client it was made. */
  {
    id: 'jag-unbound',
    pipeline: 'token.jwt_bearer',
    step: 'jag-client',
    title: 'typ, aud and client_id of ID-JAG not checked',
    clause: 'draft-ietf-oauth-identity-assertion-authz-grant-04',
    instead: () => undefined,
    alongside: { 'jag-audience': () => undefined, 'jwt-grant-type': onlyJag },
  },
  /** Takes an ID-JAG as often as it comes, which the draft allows and enterprise-managed authorization forbids. */
  {
    id: 'jag-replay',
    pipeline: 'token.jwt_bearer',
    step: 'jwt-grant-not-replayed',
    title: 'ID-JAG accepted twice',
    clause: 'RFC 7523 §3 (7)',
    instead: onlyJag,
  },
  /** Issues ID-JAGs for tokens of other clients, and for any server. */
  {
    id: 'jag-issues-any',
    pipeline: 'token.token_exchange',
    step: 'jag-subject',
    title: 'ID-JAG issued for foreign token or target',
    clause: 'draft-ietf-oauth-identity-assertion-authz-grant-04',
    instead: (context) => {
      context.jagSubject = subjectOf(context, null);
    },
    alongside: { 'jag-target': () => undefined },
  },
];
