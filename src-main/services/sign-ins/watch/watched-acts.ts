import { z } from 'zod';
import { signInBounds } from '#shared/sign-ins/index.ts';
import { parsedJson } from '#shared/text/decoding.ts';
import type { RecordedStep } from '../import/recording.ts';

const { urlCharacters, selectorCharacters } = signInBounds;
/** Acts of one watched sign-in at most: whoever types more is not signing in. */
const maxActs = 500;
/** Length from which on a typed text is hidden wherever it occurs, in characters. */
const leastHidden = 3;

const selectors = z.array(z.array(z.string().max(100_000)).min(1)).max(100);
const place = {
  frame: z.array(z.int().min(0)).max(20).optional(),
  /** Address of the frame; absent: the page itself. */
  url: z.string().optional(),
};
/** An act as a page tells it: from a world that its scripts do not see, but of elements that they draw. */
const toldSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('page'), url: z.string() }),
  z.object({ ...place, type: z.literal('click'), selectors }),
  z.object({
    ...place,
    type: z.literal('change'),
    /** Number of the field in its document. */
    field: z.int(),
    selectors,
    value: z.string().max(4_096),
  }),
  z.object({ ...place, type: z.literal('enter') }),
]);
type Told = z.output<typeof toldSchema>;
type OnElement = Extract<Told, { readonly selectors: unknown }>;

/**
 * The acts of a person who signs in while the browser is watched, in the form of a recording. Typed texts are in it in
 * clear: it stays in memory, and only its import leaves it.
 */
export class WatchedActs {
  readonly #steps: RecordedStep[] = [];
  /** The field that was typed into last, and in which document: what is typed next belongs to the same act. */
  #typing: string | null = null;
  #documents = 0;
  #isOver = false;

  /** Number of acts of the person until now: where it began is none, and a key is one. */
  get count(): number {
    return this.#steps.filter(({ type }) => type !== 'navigate' && type !== 'keyUp').length;
  }

  /** Texts that were typed, but for the shortest. */
  get typed(): readonly string[] {
    return this.#steps.flatMap(({ value = '' }) => (value.length < leastHidden ? [] : [value]));
  }

  /** Takes an act that a page reports; anything else changes nothing. */
  take(json: string): void {
    const told = this.#isOver ? undefined : toldSchema.safeParse(parsedJson(json)).data;
    if (told === undefined || this.#steps.length >= maxActs) return;
    switch (told.type) {
      case 'page':
        return this.#arrived(told.url);
      case 'click':
        this.#typing = null;
        this.#steps.push({ type: 'click', ...element(told) });
        return;
      case 'change':
        return this.#typed(told);
      case 'enter':
        this.#typing = null;
        this.#steps.push({ type: 'keyDown', key: 'Enter' }, { type: 'keyUp', key: 'Enter' });
    }
  }

  /** Nothing that comes later belongs to the sign-in. */
  end(): void {
    this.#isOver = true;
  }

  /** The recording, as the Recorder of Chrome would have exported it. */
  document(title: string): { readonly title: string; readonly steps: readonly RecordedStep[] } {
    return { title, steps: this.#steps.map((step) => ({ ...step })) };
  }

  /** The first page is where the sign-in begins; each other one is what the act before it led to. */
  #arrived(url: string): void {
    if (!/^https?:/i.test(url) || url.length > urlCharacters) return;
    this.#documents += 1;
    this.#typing = null;
    const last = this.#steps.at(-1);
    if (last === undefined) this.#steps.push({ type: 'navigate', url });
    else last.assertedEvents = [...(last.assertedEvents ?? []), { type: 'navigation', url }].slice(-20);
  }

  #typed({ field, value, ...told }: Extract<Told, { readonly type: 'change' }>): void {
    const key = `${this.#documents} ${told.frame?.join('/') ?? ''} ${field}`;
    const before = this.#typing === key ? this.#steps.at(-1) : undefined;
    this.#typing = key;
    if (before === undefined) this.#steps.push({ type: 'change', ...element(told), value });
    else before.value = value;
  }
}

function element({ selectors: ways, frame, url }: Pick<OnElement, 'selectors' | 'frame' | 'url'>) {
  const kept = ways.filter((way) => way.every((part) => part.length <= selectorCharacters));
  const inFrame = frame === undefined || frame.length === 0 ? {} : { frame };
  return {
    selectors: kept,
    ...inFrame,
    ...(url === undefined ? {} : { target: url.slice(0, urlCharacters) }),
  };
}
