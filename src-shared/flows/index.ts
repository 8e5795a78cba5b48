export { escapeBytes, escapeEach, toBinaryText, unescapeBytes } from './binary.ts';
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
export { isPipe, type PipeName, pipes } from './pipes.ts';
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
export * from './script.ts';
export * from './setup.ts';
export {
  exactTemplate,
  fillTemplate,
  literalTemplate,
  parseTemplate,
  type TemplateContext,
  templateNames,
} from './template.ts';
