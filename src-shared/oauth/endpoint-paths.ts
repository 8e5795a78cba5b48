/** Path of the hosted authorization endpoint. Specification 1 §4.1 */
export const authorizationPath = '/as/authorization.oauth2';

/** Path of the hosted token endpoint. Specification 1 §4.2 */
export const tokenPath = '/as/token.oauth2';
