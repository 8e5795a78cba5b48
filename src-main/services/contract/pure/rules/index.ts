import type { Rule } from '#shared/contract/rule.ts';
import { activitiesInOperator } from './cc-001-activities-in-operator.ts';
import { auditByPost } from './cc-002-audit-by-post.ts';
import { samlExpressions } from './cc-003-saml-expressions.ts';
import { flowSteps } from './cc-004-flow-steps.ts';
import { formerTemplates } from './cc-005-former-templates.ts';
import { mappingType } from './cc-006-mapping-type.ts';
import { platformScopes } from './cc-007-platform-scopes.ts';
import { selfScopes } from './cc-008-self-scopes.ts';
import { workerApplication } from './cc-009-worker-application.ts';
import { jsonAttributesReplaced } from './cc-010-json-attributes-replaced.ts';
import { fileImport } from './cc-011-file-import.ts';
import { camelCaseConditions } from './cc-012-camel-case-conditions.ts';
import { sessionCookieRule } from './cc-013-session-cookie.ts';
import { variableSpelling } from './cc-014-variable-spelling.ts';
import { protocolNone } from './cc-015-protocol-none.ts';
import { activeIdentityCounts } from './cc-016-active-identity-counts.ts';
import { duplicateContent } from './cc-017-duplicate-content.ts';
import { messageCompared } from './cc-018-message-compared.ts';
import { customProviders } from './cc-019-custom-providers.ts';
import { fixedGatewayFormat } from './cc-020-fixed-gateway-format.ts';
import { defaultLanguage } from './cc-021-default-language.ts';
import { deviceAuthenticationPolicy } from './cc-022-device-authentication-policy.ts';
import { regionalImages } from './cc-023-regional-images.ts';
import { customPredictorsInDetails } from './cc-024-custom-predictors-in-details.ts';
import { federationApplication } from './cc-025-federation-application.ts';
import { minimumPasswordLength } from './cc-026-minimum-password-length.ts';
import { bypassPolicy } from './cc-027-bypass-policy.ts';
import { pkce } from './cc-028-pkce.ts';
import { consentAccept } from './cc-029-consent-accept.ts';
import { rateLimits } from './cc-030-rate-limits.ts';
import { arrayPatch } from './cc-031-array-patch.ts';
import { readOnlyRole } from './cc-032-read-only-role.ts';
import { deprecationHeader } from './cc-h01-deprecation-header.ts';
import { sunsetPassed } from './cc-h02-sunset-passed.ts';

/** The rules that look for what a change breaks, by their ids. */
export const contractRules: readonly Rule[] = [
  activitiesInOperator,
  auditByPost,
  samlExpressions,
  flowSteps,
  formerTemplates,
  mappingType,
  platformScopes,
  selfScopes,
  workerApplication,
  jsonAttributesReplaced,
  fileImport,
  camelCaseConditions,
  sessionCookieRule,
  variableSpelling,
  protocolNone,
  activeIdentityCounts,
  duplicateContent,
  messageCompared,
  customProviders,
  fixedGatewayFormat,
  defaultLanguage,
  deviceAuthenticationPolicy,
  regionalImages,
  customPredictorsInDetails,
  federationApplication,
  minimumPasswordLength,
  bypassPolicy,
  pkce,
  consentAccept,
  rateLimits,
  arrayPatch,
  readOnlyRole,
  deprecationHeader,
  sunsetPassed,
];
