import { GatehouseError } from '#shared/errors/index.ts';
import { type SignInAct, signInBounds, signInKeyOf } from '#shared/sign-ins/index.ts';
import { addressPattern } from '../address-pattern.ts';
import { type HiddenValues, selectorWithout } from './hidden-values.ts';
import { boundedMillis, type RecordedStep } from './recording.ts';

/** The field and the template of a typed text; null: the act is left out. */
export interface ActValues {
  readonly field: RecordedStep;
  readonly value: string | null;
}

interface Reduction {
  /** By the position of the step, from 0. */
  readonly values: ReadonlyMap<number, ActValues>;
  readonly swallowed: ReadonlySet<number>;
  readonly hidden: HiddenValues;
}

/** Pages of the browser itself, with which recordings begin. */
const browserPage = /^(?:about|chrome|edge|chrome-extension|devtools):/i;

/**
 * The acts of a sign-in without anything that was typed, and without what only one session had.
 * @throws sign-in.recording-invalid, sign-in.act-refused
 */
export function reducedActs(steps: readonly RecordedStep[], reduction: Reduction): readonly SignInAct[] {
  return steps.flatMap((step, at): readonly SignInAct[] => {
    const typed = reduction.values.get(at);
    if (typed !== undefined) {
      const { field, value } = typed;
      if (value === null) return [];
      const events = step.type === 'change' ? common(step, reduction) : {};
      return [{ type: 'change', ...events, ...element(field, at + 1, reduction), value }];
    }
    return reduction.swallowed.has(at) ? [] : reducedAct(step, at + 1, reduction);
  });
}

function reducedAct(step: RecordedStep, number: number, reduction: Reduction): readonly SignInAct[] {
  const { type, x, y, operator, count } = step;
  const base = common(step, reduction);
  switch (type) {
    case 'setViewport':
      return [{ type, ...base, ...sizeOf(step) }];
    case 'navigate':
      return navigation(step, number, reduction);
    case 'click':
    case 'doubleClick':
      return [{ type, ...base, ...element(step, number, reduction), ...pointer(step) }];
    case 'hover':
      return [{ type, ...base, ...element(step, number, reduction) }];
    case 'keyDown':
    case 'keyUp': {
      const key = signInKeyOf(step.key ?? '');
      return key === null ? [] : [{ type, ...base, key }];
    }
    case 'scroll':
      return [
        {
          type,
          ...base,
          ...(step.selectors === undefined ? frameOf(step) : element(step, number, reduction)),
          ...(x === undefined ? {} : { x }),
          ...(y === undefined ? {} : { y }),
        },
      ];
    case 'waitForElement':
      return [
        {
          type,
          ...base,
          ...element(step, number, reduction),
          ...(operator === undefined ? {} : { operator }),
          ...(count === undefined ? {} : { count: within(count, 0, 1_000) }),
        },
      ];
    // An empty text was typed, or a window was closed: nothing that a play needs.
    case 'change':
    case 'close':
      return [];
    default:
      throw new GatehouseError(
        'sign-in.act-refused',
        `The kind of action ${number} is not supported in a sign-in.`,
        {
          fix: 'Remove the action from the recording.',
        },
      );
  }
}

function sizeOf({ width = 1_280, height = 800 }: RecordedStep) {
  return { width: within(width, 100, 10_000), height: within(height, 100, 10_000) };
}

/** @throws sign-in.act-refused */
function navigation(step: RecordedStep, number: number, reduction: Reduction): readonly SignInAct[] {
  const address = step.url ?? '';
  if (browserPage.test(address)) return [];
  const url = addressPattern(address, hiddenParts(reduction));
  if (url !== null && url.length <= signInBounds.urlCharacters)
    return [{ type: 'navigate', ...common(step, reduction), url }];
  throw new GatehouseError(
    'sign-in.act-refused',
    `Action ${number} opens an address that is neither http nor https.`,
    {
      fix: 'Remove the action from the recording.',
    },
  );
}

function common({ timeout, target, assertedEvents = [] }: RecordedStep, reduction: Reduction) {
  const millis = boundedMillis(timeout);
  const place = target === undefined || target === 'main' ? target : pattern(target, reduction);
  const events = assertedEvents
    .filter(({ type }) => type === 'navigation')
    .slice(0, 20)
    .map(({ url }) => {
      const led = pattern(url ?? '', reduction);
      return { type: 'navigation' as const, ...(led === undefined ? {} : { url: led }) };
    });
  return {
    ...(millis === undefined ? {} : { timeout: millis }),
    ...(place === undefined ? {} : { target: place }),
    ...(events.length === 0 ? {} : { assertedEvents: events }),
  };
}

/** @throws sign-in.recording-invalid */
function element(step: RecordedStep, number: number, { hidden }: Reduction) {
  const selectors = (step.selectors ?? [])
    .flatMap((way) => {
      const parts = (typeof way === 'string' ? [way] : way).map((part) => selectorWithout(part, hidden));
      const kept = parts.filter((part) => part !== null).filter((part) => part !== '');
      const isWhole =
        kept.length === parts.length &&
        kept.length > 0 &&
        kept.length <= signInBounds.selectorParts &&
        kept.every((part) => part.length <= signInBounds.selectorCharacters);
      return isWhole ? [kept] : [];
    })
    .slice(0, signInBounds.selectors);
  if (selectors.length > 0) return { selectors, ...frameOf(step) };
  throw new GatehouseError(
    'sign-in.recording-invalid',
    `Action ${number} names no element, or names it only by a value that must not be saved.`,
    { fix: 'Remove the action from the recording, or record it again.' },
  );
}

function frameOf({ frame }: RecordedStep) {
  return frame === undefined || frame.length > signInBounds.frames ? {} : { frame };
}

/** Where in the element it was clicked is left out: a page that is drawn otherwise has its middle elsewhere. */
function pointer({ button }: RecordedStep): { readonly button?: 'secondary' | 'auxiliary' } {
  return button === 'secondary' || button === 'auxiliary' ? { button } : {};
}

function pattern(address: string, reduction: Reduction): string | undefined {
  const found = addressPattern(address, hiddenParts(reduction));
  return found === null || found.length > signInBounds.urlCharacters ? undefined : found;
}

/** Values that a segment of a path may not hold; short ones are parts of ordinary words. */
function hiddenParts({ hidden: { usernames, secrets } }: Reduction): readonly string[] {
  return [...usernames, ...secrets].filter((value) => value.length > 2);
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(Math.round(value), least), most);
}
