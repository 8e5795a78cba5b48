import { parseTemplate } from '../flows/template.ts';
import type { CaseFault } from './own-fault.ts';
import type { AttackCase, AttackVariant } from './schema.ts';

/** Bounds of a case that others than us wrote. */
export const ownCaseBounds = {
  variants: 30,
  /** Steps that a variant adds. */
  steps: 60,
  /** Requests that the steps of a variant send, all tries together. */
  tries: 1_000,
  /** Characters of one text. */
  text: 100_000,
  /** Characters that the repeats of one text make. */
  repeated: 16_777_216,
  /** Bytes that are made at random. */
  random: 65_536,
  /** Seconds that a server is waited for which is not ours. */
  waitedSeconds: 60,
} as const;

type Path = readonly (string | number)[];

/** Everything in a case that is beyond the bounds. */
export function boundFaults(attack: AttackCase): readonly CaseFault[] {
  const { variants, needs } = attack;
  const count =
    variants.length > ownCaseBounds.variants
      ? [{ path: ['variants'], message: `at most ${ownCaseBounds.variants} variants are allowed` }]
      : [];
  const isHosted = needs.includes('hosted');
  return [
    ...count,
    ...variants.flatMap((variant, index) =>
      variantFaults(variant, isHosted).map(({ path, message }) => ({
        path: ['variants', index, ...path],
        message,
      })),
    ),
    ...textFaults(attack, []),
  ];
}

function variantFaults(variant: AttackVariant, isHosted: boolean): readonly CaseFault[] {
  const { steps, change, control } = variant;
  const stepsOf = [...steps, ...(control?.steps ?? []), ...Object.values(change)];
  const tries = sumOf(stepsOf, 'times', 1);
  const waited = sumOf(stepsOf, 'seconds', 0);
  const bytes = stepsOf.map((step) => ({ step, bytes: randomBytesOf(step) }));
  return [
    ...(stepsOf.length > ownCaseBounds.steps
      ? [{ path: ['steps'], message: `at most ${ownCaseBounds.steps} steps are allowed` }]
      : []),
    ...(tries > ownCaseBounds.tries
      ? [
          {
            path: ['steps'],
            message: `at most ${ownCaseBounds.tries} attempts are allowed; the case has ${tries}`,
          },
        ]
      : []),
    ...(waited > ownCaseBounds.waitedSeconds && !isHosted
      ? [
          {
            path: ['steps'],
            message: `the case may wait at most ${ownCaseBounds.waitedSeconds} seconds, unless it needs "hosted"`,
          },
        ]
      : []),
    ...(bytes.some((each) => each.bytes > ownCaseBounds.random)
      ? [{ path: ['steps'], message: `at most ${ownCaseBounds.random} random bytes are allowed` }]
      : []),
  ];
}

function sumOf(steps: readonly object[], member: string, otherwise: number): number {
  return steps.reduce((sum, step) => {
    const value: unknown = Object.entries(step).find(([name]) => name === member)?.[1];
    return sum + (typeof value === 'number' ? value : otherwise);
  }, 0);
}

function randomBytesOf(step: object): number {
  const options: unknown = 'options' in step ? step.options : null;
  const bytes: unknown =
    typeof options === 'object' && options !== null && 'bytes' in options ? options.bytes : 0;
  return typeof bytes === 'number' ? bytes : 0;
}

function textFaults(value: unknown, path: Path): readonly CaseFault[] {
  if (typeof value === 'string') {
    const message = textFault(value);
    return message === null ? [] : [{ path, message }];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Array.isArray(value)
    ? value.flatMap((item: unknown, index) => textFaults(item, [...path, index]))
    : Object.entries(value).flatMap(([name, item]) => textFaults(item, [...path, name]));
}

/** Why a text is too long, or what it makes. */
function textFault(text: string): string | null {
  if (text.length > ownCaseBounds.text) return `at most ${ownCaseBounds.text} characters are allowed`;
  let made = 0;
  for (const part of parseTemplate(text)) {
    if (typeof part === 'string') continue;
    const repeats = part.pipes.filter(({ name }) => name === 'repeat');
    // The length of a value of the run is known to nobody before.
    if (part.name !== null && repeats.length > 0)
      return "only a text can be repeated, as in {{'a'|repeat:100}}";
    const times = repeats.reduce(
      (product, { argument }) => product * Math.max(Number.parseInt(argument, 10) || 1, 1),
      1,
    );
    made += times * Math.max(part.literal.length, 1);
  }
  return made > ownCaseBounds.repeated
    ? `repeats may create at most ${ownCaseBounds.repeated} characters`
    : null;
}
