import { X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../api/store.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { Button } from './button.tsx';

/** How long a toast stays, in milliseconds: one that offers a way back stays longer. */
const shownMillis = 6_000;
const undoMillis = 10_000;
const maxShown = 3;

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | null;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

function show(text: string, undo: (() => void) | null): void {
  lastId += 1;
  const shown = { id: lastId, text, undo };
  // A plain message takes the place of the one before it; a way back is never covered up by a message.
  toasts.update((all) => [...all.filter((other) => other.undo !== null), shown].slice(-maxShown));
}

/** Reports the result of an action briefly; replaces an earlier message. */
export function toast(text: string): void {
  show(text, null);
}

/** Reports an action, and offers to undo it for ten seconds, by the button or by Ctrl+Z. */
export function toastUndo(text: string, undo: () => void): void {
  show(text, undo);
}

function dismiss(id: number): void {
  toasts.update((all) => all.filter((shown) => shown.id !== id));
}

function newestUndo(): Toast | undefined {
  return toasts.get().findLast(({ undo }) => undo !== null);
}

/** Undoes the action of the newest toast. */
export function undoNewest(): void {
  const newest = newestUndo();
  if (newest === undefined) return;
  dismiss(newest.id);
  newest.undo?.();
}

/** True if there is something to undo. */
export function useCanUndo(): boolean {
  return useSyncExternalStore(toasts.subscribe, () => newestUndo() !== undefined);
}

function ToastRow({ shown }: { readonly shown: Toast }) {
  const { id, text, undo } = shown;
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), undo === null ? shownMillis : undoMillis);
    return () => clearTimeout(timer);
  }, [id, undo]);
  return (
    <span className="toast">
      <span className="wrap">{text}</span>
      {undo === null ? null : (
        <Button
          small
          keyHint="ctrl+z"
          onPress={() => {
            dismiss(id);
            undo();
          }}
        >
          {sharedMessages.common.undo}
        </Button>
      )}
      <Button small kind="ghost" icon={X} label={sharedMessages.common.close} onPress={() => dismiss(id)} />
    </span>
  );
}

/** The place of toasts. The region is always mounted, so that screen readers announce its content. */
export function ToastRegion() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return (
    // Announced over a modal dialog too, which hides its surroundings.
    <output className="toasts" data-live-announcer="true">
      {shown.map((one) => (
        <ToastRow key={one.id} shown={one} />
      ))}
    </output>
  );
}
