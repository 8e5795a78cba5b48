import { type Fact, type ResourceFact } from '#shared/contract/facts.ts';
import type { FoundIn, Rule, RuleAnswer, RuleFinding, RuleRun } from '#shared/contract/rule.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { memberOf } from './parts/json-walk.ts';
import { isUnknown, untoldMember } from './parts/placeholder.ts';

const custom = /^CUSTOM_[A-Z0-9]+(?:_[A-Z0-9]+)*$/;
const subject = 'phone-delivery-settings.provider';
const chainName = 'smsProvidersFallbackChain';
/** Elements of chains that are kept until all providers are known. */
const maxKept = 1_000;

export const customProviders: Rule = {
  id: 'CC-019',
  title: 'A custom provider has no valid name',
  date: '2021-06-30',
  entries: ['2021-06-30-third-party-accounts', '2021-08-31-custom-sms-provider'],
  severity: 'error',
  source: 'spec',
  detection:
    'A provider or fallback chain element that is neither CUSTOM_PROVIDER nor CUSTOM_<THIRD_PARTY_NAME>, that is not defined, or that uses CUSTOM_PROVIDER before its introduction.',
  replacement:
    'Use CUSTOM_PROVIDER or CUSTOM_<THIRD_PARTY_NAME> in capitals, and define it before the chain refers to it.',
  hasFix: true,
  holds: { from: '2021-06-30', until: null },
  kinds: ['resource'],
  resources: ['phone-delivery-settings', 'notification-settings'],
  begin: () => new Providers(),
};

class Providers implements RuleRun {
  readonly #defined = new Set<string>();
  #isOpen = false;
  readonly #chained: { readonly fact: Fact; readonly name: string; readonly index: number }[] = [];

  applies(fact: Fact): boolean {
    return fact.kind === 'resource' && fact.in !== 'response';
  }

  check(fact: Fact): readonly RuleAnswer[] {
    if (fact.kind !== 'resource') return [];
    const chain = memberOf(fact.value, chainName);
    return [
      ...this.#ofProvider(fact),
      ...(isUnknown(chain) ? [untoldMember(chainName)] : []),
      ...(Array.isArray(chain) ? this.#ofChain(fact, chain as readonly JsonValue[]) : []),
    ];
  }

  end(): readonly FoundIn[] {
    // Where the artefact defines none, they are defined elsewhere; and one that is not told may be any.
    if (this.#defined.size === 0 || this.#isOpen) return [];
    return this.#chained
      .filter(({ name }) => !this.#defined.has(name))
      .map(({ fact, index }) => ({
        fact,
        finding: {
          part: { part: 'body', path: [chainName, index] },
          message: 'The chain refers to a provider that is not defined.',
          subject: chainName,
        },
      }));
  }

  #ofProvider({ value, resource, isWhole }: ResourceFact): readonly RuleAnswer[] {
    const provider = resource === 'phone-delivery-settings' ? memberOf(value, 'provider') : undefined;
    this.#isOpen ||= resource === 'phone-delivery-settings' && provider === undefined && !isWhole;
    if (typeof provider !== 'string') return [];
    if (isUnknown(provider)) {
      this.#isOpen = true;
      return [untoldMember('provider')];
    }
    if (this.#defined.size < maxKept) this.#defined.add(provider);
    const part = { part: 'body', path: ['provider'] } as const;
    if (provider === 'CUSTOM_PROVIDER')
      return [
        {
          part,
          message: 'The provider CUSTOM_PROVIDER is not supported yet.',
          subject,
          holds: { from: null, until: '2021-08-31' },
        },
      ];
    if (!isMisspelt(provider)) return [];
    return [misspelt(part, provider)];
  }

  #ofChain(fact: ResourceFact, chain: readonly JsonValue[]): readonly RuleAnswer[] {
    return chain.flatMap((name, index): readonly RuleAnswer[] => {
      if (typeof name !== 'string') return [];
      if (isUnknown(name)) return [untoldMember(chainName, index)];
      const part = { part: 'body', path: [chainName, index] } as const;
      if (isMisspelt(name)) return [{ ...misspelt(part, name), subject: chainName }];
      if (custom.test(name) && this.#chained.length < maxKept) this.#chained.push({ fact, name, index });
      return [];
    });
  }
}

function isMisspelt(name: string): boolean {
  return /^custom[_-]/i.test(name) && !custom.test(name);
}

function misspelt(part: RuleFinding['part'], name: string): RuleFinding {
  const right = name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/_$/, '');
  return {
    part,
    message: 'The name is neither CUSTOM_PROVIDER nor CUSTOM_<THIRD_PARTY_NAME> in capitals.',
    subject,
    ...(custom.test(right)
      ? { fix: { title: 'Use capitals', changes: [{ kind: 'set', of: part, value: right }] } }
      : {}),
  };
}
