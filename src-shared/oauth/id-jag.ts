/** The text that ID-JAGs follow: a draft, which may change. */
export const idJagDraft = 'draft-ietf-oauth-identity-assertion-authz-grant-04';

/** The token type of an ID-JAG, as a token exchange requests it. draft-ietf-oauth-identity-assertion-authz-grant-04 */
export const idJagTokenType = 'urn:ietf:params:oauth:token-type:id-jag';

/** `typ` of an ID-JAG. draft-ietf-oauth-identity-assertion-authz-grant-04 §3 */
export const idJagTyp = 'oauth-id-jag+jwt';

/** The profile of the JWT bearer grant that takes ID-JAGs, as metadata name it. draft-ietf-oauth-identity-assertion-authz-grant-04 §7.2 */
export const idJagGrantProfile = 'urn:ietf:params:oauth:grant-profile:id-jag';

/** `typ` of a JWT that is an authorization grant. RFC 10070 */
export const jwtGrantTyp = 'authorization-grant+jwt';
