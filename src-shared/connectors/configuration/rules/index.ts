import type { JsonValue } from '../../../workspace/three-way.ts';
import type { ConnectorProblem } from '../../types.ts';
import type { ConnectorDocument } from '../envelope.ts';
import { addressesRule } from './addresses.ts';
import { attributesRule } from './attributes.ts';
import { authenticationRule } from './authentication.ts';
import { connectorRefRule } from './connector-ref.ts';
import { headersRule } from './headers.ts';
import { objectTypesRule } from './object-types.ts';
import type { ConnectorRule, HostFacts } from './rule.ts';
import { securityRule } from './security.ts';
import { unusedRule } from './unused.ts';

export type { HostFacts } from './rule.ts';

const rules: readonly ConnectorRule[] = [
  connectorRefRule,
  addressesRule,
  authenticationRule,
  headersRule,
  attributesRule,
  objectTypesRule,
  securityRule,
  unusedRule,
];

/** Returns the problems that all rules find in a document. */
export function ruleProblems(
  document: ConnectorDocument,
  source: JsonValue,
  host: HostFacts | undefined,
): readonly ConnectorProblem[] {
  return rules.flatMap((rule) => rule(document, source, host));
}
