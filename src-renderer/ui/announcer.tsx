import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../api/store.ts';

/** How long a sentence stays where a screen reader finds it, in milliseconds. */
const heardMillis = 10_000;

interface Sentence {
  readonly id: number;
  readonly text: string;
}

const sentences = createStore<readonly Sentence[]>([]);
let lastId = 0;

/** Says a sentence to those who do not see what changed; one that was just said is not said again. */
export function announce(text: string): void {
  if (sentences.get().at(-1)?.text === text) return;
  lastId += 1;
  const id = lastId;
  sentences.update((said) => [...said, { id, text }]);
  setTimeout(() => sentences.update((said) => said.filter((sentence) => sentence.id !== id)), heardMillis);
}

/** Announces a text each time it changes; the first one can be read on the screen. */
export function useAnnounced(text: string): void {
  const last = useRef(text);
  useEffect(() => {
    if (last.current === text) return;
    last.current = text;
    if (text !== '') announce(text);
  }, [text]);
}

// A modal dialog hides everything around it from screen readers, except elements with this mark.
const heardOverDialogs = { 'data-live-announcer': 'true' } as const;

/**
 * The place of announcements. It is always mounted: a region that appears together with its text is not
 * announced.
 */
export function AnnouncerRegion() {
  return (
    <div className="vh" aria-live="polite" aria-relevant="additions" {...heardOverDialogs}>
      {useStore(sentences).map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
