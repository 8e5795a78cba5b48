export { base64urlDecode, base64urlEncode } from './base64url.ts';
export { authorizationPath, tokenPath } from './endpoint-paths.ts';
export { type OAuthErrorCode, oauthErrorCodes } from './error-codes.ts';
export { cleanErrorDescription } from './error-description.ts';
export {
  decodeFormComponent,
  emptyForm,
  type Form,
  formField,
  formValue,
  parseForm,
} from './form.ts';
export {
  capabilitiesOfGrantType,
  grantCapabilities,
  validateBearerGrantType,
} from './grant-capabilities.ts';
export { echoEncoded, formatForm, formEncode, percentEncode } from './percent.ts';
export {
  codeChallenge,
  isCodeChallenge,
  isCodeVerifier,
  type PkceMethod,
  parsePkceMethod,
  pkceMethods,
} from './pkce.ts';
export { isRedirectUri, isSameRedirectUri, withQuery } from './redirect-uri.ts';
export { formatScope, isScopeSubset, parseScope, scopesOutside } from './scope.ts';
export { utf8Decode, utf8Encode } from './utf8.ts';
