import { GatehouseError } from '#shared/errors/index.ts';
import { nearestName } from '#shared/expressions/nearest-name.ts';
import { figuresOf, shareOf, shareText } from '#shared/throttle/simulation/figures.ts';
import type { SimulationResult } from '#shared/throttle/simulation/types.ts';

/** The result of an assertion about a simulation. */
export interface Asserted {
  readonly holds: boolean;
  /** The actual value, with its unit. */
  readonly actual: string;
}

interface Measure {
  readonly unit: '' | 's';
  /** Of how many a share in per cent is meant; null: shares make no sense. */
  readonly whole: ((result: SimulationResult) => number) | null;
  readonly of: (result: SimulationResult) => number;
}

const offered = (result: SimulationResult): number => figuresOf(result).offered;
const all = (result: SimulationResult): number => figuresOf(result).all;
const firstAttempts = ({ totals }: SimulationResult): number => totals.offered - totals.retries;

const measures: ReadonlyMap<string, Measure> = new Map<string, Measure>([
  ['offered', { unit: '', whole: null, of: offered }],
  ['accepted', { unit: '', whole: offered, of: (result) => figuresOf(result).allowed }],
  ['refused', { unit: '', whole: offered, of: (result) => figuresOf(result).refused }],
  ['failed', { unit: '', whole: offered, of: (result) => figuresOf(result).failed }],
  ['notTaken', { unit: '', whole: all, of: (result) => figuresOf(result).notTaken }],
  ['unthrottled', { unit: '', whole: offered, of: ({ totals }) => totals.unthrottled }],
  ['shadowed', { unit: '', whole: offered, of: ({ totals }) => totals.shadowed }],
  ['retries', { unit: '', whole: offered, of: ({ totals }) => totals.retries }],
  ['gaveUp', { unit: '', whole: firstAttempts, of: ({ totals }) => totals.gaveUp }],
  ['pending', { unit: '', whole: firstAttempts, of: ({ totals }) => totals.pending }],
  ['overflowed', { unit: '', whole: offered, of: ({ totals }) => totals.overflowed }],
  ['groups', { unit: '', whole: null, of: ({ groupCount }) => groupCount }],
  ['evictions', { unit: '', whole: null, of: ({ evictions }) => evictions }],
  ['switches', { unit: '', whole: null, of: ({ switchCount }) => switchCount }],
  ['warnings', { unit: '', whole: null, of: ({ warnings }) => warnings.length }],
  ['retryAfter.p50', { unit: 's', whole: null, of: ({ retryAfter }) => retryAfter.p50 }],
  ['retryAfter.p95', { unit: 's', whole: null, of: ({ retryAfter }) => retryAfter.p95 }],
  ['retryAfter.p99', { unit: 's', whole: null, of: ({ retryAfter }) => retryAfter.p99 }],
  ['waiting.p50', { unit: 's', whole: null, of: ({ waiting }) => waiting.p50 }],
  ['waiting.p95', { unit: 's', whole: null, of: ({ waiting }) => waiting.p95 }],
  ['waiting.p99', { unit: 's', whole: null, of: ({ waiting }) => waiting.p99 }],
]);

const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['<', (a: number, b: number) => a < b],
  ['<=', (a: number, b: number) => a <= b],
  ['>', (a: number, b: number) => a > b],
  ['>=', (a: number, b: number) => a >= b],
  ['=', (a: number, b: number) => a === b],
  ['==', (a: number, b: number) => a === b],
  ['!=', (a: number, b: number) => a !== b],
]);

const assertion = /^\s*([A-Za-z][A-Za-z0-9.]*)\s*(<=|>=|==|!=|<|>|=)\s*(\d+(?:\.\d+)?)\s*(?:(%|s)\s*)?$/;
/** The part that names a group, between the measure and the comparison: its key as a JSON string (RFC 8259 §7). */
const ofGroup = / of ("(?:[^"\\]|\\.)*")/;

/** Keys of groups that a message names at most. */
const maxNamed = 20;

/** Measures that are known of each group. */
const groupMeasures: ReadonlySet<string> = new Set(['offered', 'accepted', 'refused']);

interface ReadAssertion {
  readonly name: string;
  readonly measure: Measure;
  readonly compare: (a: number, b: number) => boolean;
  readonly bound: number;
  readonly isShare: boolean;
}

function readAssertion(text: string): ReadAssertion {
  const [, name = '', sign = '', number = '', unit = ''] = assertion.exec(text) ?? [];
  const measure = measures.get(name);
  const compare = comparisons.get(sign);
  if (compare === undefined)
    throw invalid(
      `“${text}” is not a valid assertion.`,
      'Use the form <measure> <operator> <value>, for example refused < 1%.',
    );
  if (measure === undefined) {
    const near = nearestName(name, measures.keys());
    const known = `Use one of: ${[...measures.keys()].join(', ')}.`;
    throw invalid(`The measure “${name}” does not exist.`, near === null ? known : `Did you mean “${near}”?`);
  }
  if (unit === '%' && measure.whole === null) throw invalid(`${name} is not a percentage.`, 'Remove the %.');
  if (unit === 's' && measure.unit !== 's') throw invalid(`${name} is not a duration.`, 'Remove the s.');
  return { name, measure, compare, bound: Number(number), isShare: unit === '%' };
}

/** Measures that say something of traffic of which the route takes nothing. */
const alwaysMeasured: ReadonlySet<string> = new Set(['offered', 'notTaken']);

/**
 * Judges an assertion such as `refused < 1%`, `retryAfter.p95 <= 10 s` or `gaveUp = 0`; `refused of "ann" = 4` is about
 * one group. Shares are of the requests that the route takes. Where it took none, nothing was shown: none holds but
 * those of what was offered or not taken.
 * @throws simulation.assertion-invalid
 */
export function evaluateAssertion(text: string, whole: SimulationResult): Asserted {
  const [named, key = null] = ofGroup.exec(text) ?? [];
  const read = readAssertion(named === undefined ? text : text.replace(named, () => ''));
  return key === null ? judged(read, whole) : judged(read, resultOfGroup(read, keyIn(key), whole));
}

/** The result as if its one group were all that there is. @throws simulation.assertion-invalid */
function resultOfGroup({ name }: ReadAssertion, key: string, result: SimulationResult): SimulationResult {
  if (!groupMeasures.has(name))
    throw invalid(
      `${name} is not available for a single group.`,
      `Use one of: ${[...groupMeasures].join(', ')}.`,
    );
  const group = result.groups.find((each) => each.key === key);
  const isListed = result.groups.length === result.groupCount;
  if (group === undefined)
    throw invalid(
      isListed
        ? `The group “${key}” does not exist.`
        : `The group “${key}” is not among the ${result.groups.length} groups of the result.`,
      isListed
        ? `Available groups: ${result.groups
            .slice(0, maxNamed)
            .map((each) => each.key)
            .join(', ')}.`
        : `Request more of the ${result.groupCount} groups with --groups.`,
    );
  const { accepted, refused } = group;
  return {
    ...result,
    totals: { ...result.totals, offered: accepted + refused, accepted, refused, notTaken: 0 },
  };
}

/** The key of a group, as JSON writes it. @throws simulation.assertion-invalid */
function keyIn(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch (cause) {
    throw new GatehouseError('simulation.assertion-invalid', `${text} is not a valid JSON string.`, {
      fix: 'Put the group key in double quotes, and escape a quote in it as \\".',
      cause,
    });
  }
}

function judged(
  { name, measure, compare, bound, isShare }: ReadAssertion,
  result: SimulationResult,
): Asserted {
  if (!alwaysMeasured.has(name) && offered(result) === 0)
    return { holds: false, actual: all(result) === 0 ? 'no requests' : 'no requests that the route matches' };
  const value = measure.of(result);
  if (!isShare) {
    const unit = measure.unit === '' ? '' : ` ${measure.unit}`;
    return { holds: compare(value, bound), actual: `${value}${unit}` };
  }
  const whole = measure.whole?.(result) ?? 0;
  const share = shareOf(value, whole);
  return { holds: compare(share * 100, bound), actual: shareText(share, 3) };
}

function invalid(message: string, fix: string): GatehouseError {
  return new GatehouseError('simulation.assertion-invalid', message, { fix });
}
