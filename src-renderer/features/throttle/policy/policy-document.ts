import { renameAt, setAt } from '#renderer/workbench/json-edits.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type Declared, declaredAt } from './route-document.ts';

/** A rate of the document: both members may be configuration expressions. */
export interface RateFields {
  readonly path: JsonPath;
  readonly requests: string;
  readonly duration: string;
}

export const policyKinds = ['fixed', 'mapped', 'script'] as const;
export type PolicyKind = (typeof policyKinds)[number];

/** The data of a throttling filter as the form shows it. */
export interface PolicyForm {
  readonly kind: PolicyKind | 'unclear';
  readonly groupPath: JsonPath;
  readonly group: string;
  /** The rate of every group; null where a policy picks it. */
  readonly rate: RateFields | null;
  readonly mapperPath: JsonPath;
  readonly mapper: string;
  readonly ratesPath: JsonPath;
  readonly rates: readonly (RateFields & { readonly status: string })[];
  /** Of a mapped policy its own, of another that of the policy around it; null: none is declared. */
  readonly defaultRate: RateFields | null;
  /** True if a DefaultRateThrottlingPolicy wraps the policy. */
  readonly isWrapped: boolean;
  readonly script: Declared | null;
}

const types = {
  mapped: 'MappedThrottlingPolicy',
  script: 'ScriptableThrottlingPolicy',
  wrapper: 'DefaultRateThrottlingPolicy',
} as const;

const textOf = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

function rateAt(value: JsonValue | undefined, path: JsonPath): RateFields | null {
  if (!isJsonObject(value)) return null;
  return { path, requests: textOf(value['numberOfRequests']), duration: textOf(value['duration']) };
}

function kindOf(filter: Declared, policy: Declared | null): PolicyForm['kind'] {
  const hasRate = filter.config['rate'] !== undefined;
  const hasPolicy = filter.config['throttlingRatePolicy'] !== undefined;
  if (hasRate === hasPolicy) return 'unclear';
  if (hasRate) return 'fixed';
  if (policy?.type === types.mapped) return 'mapped';
  return policy?.type === types.script ? 'script' : 'unclear';
}

/** The form of a throttling filter; other members stay untouched in the document. */
export function policyFormOf(document: JsonValue | undefined, filter: Declared): PolicyForm {
  const configPath = [...filter.path, 'config'];
  const outer = declaredAt(document, [...configPath, 'throttlingRatePolicy']);
  const wrapper = outer?.type === types.wrapper ? outer : null;
  const policy =
    wrapper === null
      ? outer
      : declaredAt(document, [...wrapper.path, 'config', 'delegateThrottlingRatePolicy']);
  const policyConfig = [...(policy?.path ?? configPath), 'config'];
  const ratesPath = [...policyConfig, 'throttlingRatesMapping'];
  const mapping = policy?.config['throttlingRatesMapping'];
  const defaultOwner = wrapper ?? policy;
  const rates = Object.entries(isJsonObject(mapping) ? mapping : {}).map(([status, value]) => {
    const path = [...ratesPath, status];
    return { status, ...(rateAt(value, path) ?? { path, requests: '', duration: '' }) };
  });
  return {
    kind: kindOf(filter, policy),
    groupPath: [...configPath, 'requestGroupingPolicy'],
    group: textOf(filter.config['requestGroupingPolicy']),
    rate: rateAt(filter.config['rate'], [...configPath, 'rate']),
    mapperPath: [...policyConfig, 'throttlingRateMapper'],
    mapper: textOf(policy?.config['throttlingRateMapper']),
    ratesPath,
    rates,
    defaultRate:
      defaultOwner === null
        ? null
        : rateAt(defaultOwner.config['defaultRate'], [...defaultOwner.path, 'config', 'defaultRate']),
    isWrapped: wrapper !== null,
    script: policy?.type === types.script ? policy : null,
  };
}

const firstRate = { numberOfRequests: 6, duration: '10 s' } as const;
const smallRate = { numberOfRequests: 1, duration: '10 s' } as const;

/** A number is written as one, an expression as text. */
export function requestsValue(text: string): JsonValue {
  return /^\d{1,15}$/.test(text.trim()) ? Number(text.trim()) : text;
}

function valueOfRate(rate: RateFields | null, other: JsonValue): JsonValue {
  return rate === null ? other : { numberOfRequests: requestsValue(rate.requests), duration: rate.duration };
}

function policyOf(kind: 'mapped' | 'script', form: PolicyForm): JsonValue {
  const defaultRate = valueOfRate(form.defaultRate ?? form.rate, smallRate);
  if (kind === 'mapped')
    return {
      type: types.mapped,
      config: {
        throttlingRateMapper: form.mapper || '${contexts.oauth2.accessToken.info.status}',
        throttlingRatesMapping: { gold: firstRate },
        defaultRate,
      },
    };
  const source = ["return attributes.rate == 'gold' ? new ThrottlingRate(6, '10 s') : null"];
  const script = { type: types.script, config: { type: 'application/x-groovy', source } };
  return { type: types.wrapper, config: { delegateThrottlingRatePolicy: script, defaultRate } };
}

/** The document with a policy of another kind; what both kinds have is kept. */
export function withKind(text: string, filter: Declared, form: PolicyForm, kind: PolicyKind): string {
  const config = [...filter.path, 'config'];
  const ratePath = [...config, 'rate'];
  const policyPath = [...config, 'throttlingRatePolicy'];
  if (kind === 'fixed')
    return setAt(setAt(text, policyPath, undefined), ratePath, valueOfRate(form.defaultRate, firstRate));
  return setAt(setAt(text, ratePath, undefined), policyPath, policyOf(kind, form));
}

/** The document with a status added to the mapping, called so that no other is called the same. */
export function withStatus(text: string, { ratesPath, rates }: PolicyForm): string {
  const taken = new Set(rates.map(({ status }) => status));
  const names = ['gold', 'silver', 'bronze', ...rates.map((_, at) => `status-${at + 1}`), 'status'];
  const name = names.find((candidate) => !taken.has(candidate)) ?? `status-${rates.length + 1}`;
  return setAt(text, [...ratesPath, name], smallRate);
}

/** The document with a status of the mapping called otherwise. */
export function withRenamedStatus(text: string, form: PolicyForm, from: string, to: string): string {
  return to.trim() === '' ? text : renameAt(text, form.ratesPath, from, to);
}
