export {
  type AuthenticatedRequest,
  authenticated,
  type Credentials,
  partyOf,
  type ScriptClient,
  withCredentials,
} from './authenticated-request.ts';
export { authorizationParameter } from './authorization-parameter.ts';
export { escapeBytes, escapeEach, toBinaryText, unescapeBytes } from './binary.ts';
export { proofName, withProofs } from './bound-requests.ts';
export { type ClaimsProblem, type ClaimsRequest, isClaimsProblem, readClaims } from './claims-request.ts';
export {
  type ClientCheckId,
  type ClientCheckOutcome,
  type ClientCheckView,
  clientCheckSchema,
  saidValidForMillis,
  stateAt,
} from './client-checks.ts';
export { flowDefinitions, grantFlows } from './definitions/index.ts';
export { clientCredentials, plainSend } from './definitions/parts.ts';
export { describeEdits, summariseEdits } from './describe-edits.ts';
export { editRequest, type RequestEdit, requestEditSchema } from './edit-request.ts';
export { bindEndpoints, bindFormerAddresses, resolveEndpoints } from './endpoint-bindings.ts';
export * from './options.ts';
export { isPipe, type PipeName, pipes } from './pipes.ts';
export { pushOf, withPushes } from './pushed-requests.ts';
export { formatRequestText, parseRequestText } from './raw-text.ts';
export { type RenderedRequest, renderRequest, requestNames } from './render-request.ts';
export {
  formRequest,
  getRequest,
  type RequestField,
  type RequestTemplate,
  requestField,
  requestFields,
  requestTemplateSchema,
} from './request.ts';

export { asksFor, usualMode } from './response-type.ts';
export * from './script.ts';
export * from './setup.ts';
export {
  exactTemplate,
  fillTemplate,
  isFillable,
  literalTemplate,
  parseTemplate,
  type TemplateContext,
  templateNames,
} from './template.ts';
