import type { BrowserContext } from '@playwright/test';

/** The name under which a page tells of a press. */
const toldBy = 'gatehousePressed';

/** The presses of a browser context, told by all its pages: reloads and popups keep the count. */
export interface PressCounter {
  /** A short text for each press so far: how, and on what. */
  readonly presses: readonly string[];
}

const counters = new WeakMap<BrowserContext, PressCounter>();

/** Counts the presses in every page that a context opens from now on; a context that is counted already stays so. */
export async function installPressCounter(context: BrowserContext): Promise<PressCounter> {
  const known = counters.get(context);
  if (known !== undefined) return known;
  const presses: string[] = [];
  const counter = { presses };
  counters.set(context, counter);
  await context.exposeBinding(toldBy, (_source, press: string) => {
    if (press !== '') presses.push(press);
  });
  await context.addInitScript(watchPresses, toldBy);
  return counter;
}

/** Waits until every page that is open has told of all that was pressed in it. */
export async function settlePresses(context: BrowserContext): Promise<void> {
  const telling = context.pages().map((page) =>
    // Its messages are heard in the order in which it sent them.
    page.evaluate(async (told) => {
      const send: unknown = Reflect.get(globalThis, told);
      if (typeof send === 'function') await send('');
    }, toldBy),
  );
  // A window that closes by itself has told of its presses before.
  await Promise.allSettled(telling);
}

/** The counter of a context. @throws Error if none was installed before its pages were opened */
export function pressCounterOf(context: BrowserContext): PressCounter {
  const counter = counters.get(context);
  if (counter === undefined) throw new Error('Install the press counter before the first page is opened.');
  return counter;
}

/**
 * Runs in the page. One press is: a button of the mouse that goes down; a key that acts, as Enter, Tab, F5 or a chord
 * does; the caret that comes into a field in which text appears without either; a file or an option that is chosen, a
 * file that is dropped. Text that is typed, and the keys that correct it, are none.
 */
function watchPresses(told: string): void {
  const keysOfText = ['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];
  const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'];
  const notTyped = ['button', 'checkbox', 'radio', 'submit', 'reset', 'range', 'color', 'image', 'file'];
  let reached: EventTarget | null = null;
  let offered: EventTarget | null = null;
  let isTabbing = false;

  const tell = (how: string, on: EventTarget | null): void => {
    const element = on instanceof Element ? on : null;
    const shown = element?.closest('button,a,label,[role]') ?? element;
    const name = shown?.getAttribute('aria-label') ?? shown?.textContent ?? '';
    const send: unknown = Reflect.get(globalThis, told);
    if (typeof send === 'function') send(`${how} ${name.trim().replace(/\s+/g, ' ').slice(0, 60)}`.trim());
  };
  const isFile = (on: EventTarget | null): boolean => on instanceof HTMLInputElement && on.type === 'file';
  const takesText = (on: EventTarget | null): boolean => {
    if (on instanceof HTMLInputElement) return !notTyped.includes(on.type);
    return on instanceof HTMLTextAreaElement || (on instanceof HTMLElement && on.isContentEditable);
  };
  const listen = (type: string, then: (event: Event) => void): void =>
    globalThis.addEventListener(type, then, { capture: true });

  listen('pointerdown', (event) => {
    if (!event.isTrusted) return;
    const label = event.target instanceof Element ? event.target.closest('label') : null;
    reached = label?.control ?? event.target;
    tell('press', event.target);
  });
  listen('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || !event.isTrusted || event.repeat) return;
    const { key, ctrlKey, altKey, metaKey, target } = event;
    if (modifiers.includes(key)) return;
    const isChord = ctrlKey || altKey || metaKey;
    const isTyped = takesText(target) && (key.length === 1 || keysOfText.includes(key));
    if (isTyped && !isChord) return;
    isTabbing = key === 'Tab';
    tell(`key ${isChord ? 'chord ' : ''}${key}`, target);
  });
  listen('focusin', ({ target }) => {
    // The caret that a key puts somewhere was paid for with the key.
    if (isTabbing) reached = target;
    isTabbing = false;
  });
  listen('input', ({ target }) => {
    if (!takesText(target) || target === reached) return;
    reached = target;
    tell('caret', target);
  });
  listen('click', ({ target }) => {
    if (isFile(target)) offered = target;
  });
  listen('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) tell('option', target);
    if (!isFile(target)) return;
    // A file that comes without a dialog stands for the press that would have opened one, too.
    if (offered !== target) tell('file dialog', target);
    offered = null;
    tell('file', target);
  });
  listen('drop', ({ target }) => tell('drop', target));
}
