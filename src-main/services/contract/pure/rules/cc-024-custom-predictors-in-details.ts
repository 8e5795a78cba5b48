import type { Fact, FactPart } from '#shared/contract/facts.ts';
import { factRule, type RuleFinding } from '#shared/contract/rule.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { expressionsIn } from './parts/expressions.ts';
import { memberOf, quoted, textsIn } from './parts/json-walk.ts';

/** Contents of the details of a risk evaluation, by their first step. */
const details: ReadonlySet<string> = new Set([
  'aggregatedScores',
  'aggregatedWeights',
  'anonymousNetwork',
  'anonymousNetworkDetected',
  'city',
  'country',
  'device',
  'estimatedDistance',
  'estimatedSpeed',
  'geoVelocity',
  'impossibleTravel',
  'ipAddressReputation',
  'ipRisk',
  'ipVelocityByUser',
  'newDevice',
  'previousSuccessfulTransaction',
  'state',
  'userBasedRiskBehavior',
  'userLocationAnomaly',
  'userRiskBehavior',
  'userVelocityByIp',
]);

export const customPredictorsInDetails = factRule({
  id: 'CC-024',
  title: 'details refers to a custom predictor',
  date: '2022-01-13',
  entries: ['2022-01-13-custom-predictors-in-details'],
  severity: 'error',
  source: 'spec',
  detection: 'A placeholder `${details.<name>}` whose name is not a detail of a risk evaluation.',
  replacement: 'Use a detail of the risk evaluation, for example ${details.city}.',
  kinds: ['request', 'resource', 'document'],
  resources: ['notification-template-content', 'risk-predictor', 'sign-on-policy-action'],
  templates: [
    '/environments/{}/riskPolicySets/**',
    '/environments/{}/riskPredictors/**',
    '/environments/{}/signOnPolicies/{}/actions/**',
    '/environments/{}/templates/{}/contents/**',
  ],
  applies: (fact) => bodyOf(fact) !== undefined,
  check(fact) {
    const findings: RuleFinding[] = [];
    for (const { path, text } of textsIn(bodyOf(fact)))
      for (const { name } of expressionsIn(text)) {
        const [first, second] = name.split('.');
        if (first !== 'details' || second === undefined || details.has(second)) continue;
        const part: FactPart = { part: 'body', path };
        findings.push({
          part,
          message: `${quoted(`details.${second}`)} is not a detail of a risk evaluation. Custom predictors are not available here.`,
          subject: `details.${second.slice(0, 60)}`,
        });
      }
    return findings;
  },
});

/** Returns the part of a fact that can name details: those of other products have the same placeholders. */
function bodyOf(fact: Fact): JsonValue | undefined {
  switch (fact.kind) {
    case 'request':
      return fact.method === 'GET' ? undefined : fact.body;
    case 'resource':
      return fact.in === 'document' ? fact.value : undefined;
    case 'document':
      return memberOf(fact.value, 'riskPolicies') === undefined ? undefined : fact.value;
    case 'script':
      return undefined;
  }
}
