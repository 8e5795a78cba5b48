import type { Fact } from '#shared/contract/facts.ts';
import type { Rule, RuleAnswer } from '#shared/contract/rule.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const federation = /federat/i;
const products = 'billOfMaterials';

export const federationApplication: Rule = {
  id: 'CC-025',
  title: 'The application of the federation server is created manually',
  date: '2022-02-04',
  entries: ['2022-02-04-federation-sso-application'],
  severity: 'info',
  source: 'public',
  detection:
    'An artefact that creates an environment with the federation server and then an application for it.',
  replacement: 'Read the application that the platform created with the environment.',
  hasFix: false,
  holds: { from: '2022-02-04', until: null },
  kinds: ['request'],
  templates: ['/environments', '/environments/{}/applications'],
  begin() {
    let hasFederation = false;
    return {
      applies: (fact) => fact.kind === 'request' && fact.method === 'POST',
      check(fact: Fact): readonly RuleAnswer[] {
        if (fact.kind !== 'request') return [];
        if (fact.segments.length === 1) {
          hasFederation ||= includesFederation(fact.body);
          return [];
        }
        const name = memberOf(fact.body, 'name');
        if (!hasFederation || typeof name !== 'string') return [];
        if (!federation.test(name)) return isUnknown(name) ? [untoldMember('name')] : [];
        return [
          {
            part: { part: 'whole' },
            message: 'The platform creates the application of the federation server with the environment.',
            subject: 'application of the federation server',
          },
        ];
      },
    };
  },
};

function includesFederation(environment: JsonValue | undefined): boolean {
  const list = memberOf(memberOf(environment, products), 'products');
  return (
    Array.isArray(list) &&
    (list as readonly JsonValue[]).some((product) => {
      const type = memberOf(product, 'type');
      return typeof type === 'string' && federation.test(type);
    })
  );
}
