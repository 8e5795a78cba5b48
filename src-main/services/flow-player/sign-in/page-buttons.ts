import type { SeenElement, SeenFrame } from './page-seen.ts';
import {
  allowWords,
  awayWords,
  beginsWithAny,
  denyWords,
  goWords,
  holdsAny,
  passkeyWords,
  skipWords,
} from './words.ts';

/** The meaning of a button; `other`: nobody can tell. */
export type ButtonMeaning = 'go' | 'allow' | 'deny' | 'skip' | 'away' | 'other';

/** Tells by its words what pressing a button or a link means. */
export function meaningOf({ label, names }: SeenElement): ButtonMeaning {
  if (label === '') return /cancel|deny|forgot|register|signup/.test(names) ? 'away' : 'other';
  if (beginsWithAny(label, skipWords)) return 'skip';
  if (holdsAny(label, passkeyWords)) return 'away';
  if (beginsWithAny(label, denyWords)) return holdsAny(label, ['create', 'account?']) ? 'away' : 'deny';
  if (holdsAny(label, awayWords)) return 'away';
  if (beginsWithAny(label, allowWords)) return 'allow';
  if (beginsWithAny(label, goWords)) return 'go';
  return 'other';
}

/** Buttons and links of a document that can be seen, disabled ones too. */
export function buttonsOf({ elements }: SeenFrame): readonly SeenElement[] {
  return elements.filter(({ kind, isVisible }) => isVisible && (kind === 'button' || kind === 'link'));
}

/** The button that sends what was filled in: of the same form, else behind the field; null where there is none. */
export function buttonAfter(frame: SeenFrame, field: SeenElement): SeenElement | null {
  const buttons = buttonsOf(frame).filter(
    (button) => button.kind === 'button' && !['deny', 'away', 'skip'].includes(meaningOf(button)),
  );
  const own = buttons.filter(({ form }) => form === field.form);
  const better = (all: readonly SeenElement[]) =>
    all.find((button) => button.isSubmit && isGoing(button)) ??
    all.find(isGoing) ??
    all.find(({ isSubmit }) => isSubmit) ??
    null;
  const inForm = better(own);
  if (inForm !== null) return inForm;
  // A field without a form is sent by a button without one, wherever it is drawn.
  return better(buttons.filter(({ form, top }) => form === -1 && top >= field.top - 4));
}

/** The one button by which a page without fields goes on; null where none or several might. */
export function goingButton(frame: SeenFrame): SeenElement | null {
  const buttons = buttonsOf(frame);
  const going = buttons.filter((button) => button.kind === 'button' && isGoing(button));
  const [first] = going.toSorted((one, other) => Number(other.isSubmit) - Number(one.isSubmit));
  if (first !== undefined) return first;
  const others = buttons.filter((button) => button.isSubmit && meaningOf(button) === 'other');
  if (others.length === 1) return others[0] ?? null;
  return buttons.find((button) => button.kind === 'link' && isGoing(button)) ?? null;
}

function isGoing(button: SeenElement): boolean {
  const meaning = meaningOf(button);
  return meaning === 'go' || meaning === 'allow';
}
