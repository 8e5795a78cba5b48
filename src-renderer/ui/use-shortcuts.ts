import { useEffect, useEffectEvent } from 'react';

/** A key as it is written in a button, in lower case: `ctrl+enter`, `f10`, `shift+f5`. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>;

/** The name of the key that was pressed; Command counts as Ctrl. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): string {
  const parts = [
    event.ctrlKey || event.metaKey ? 'ctrl' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey ? 'shift' : '',
    event.key.toLowerCase(),
  ];
  return parts.filter((part) => part !== '').join('+');
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=dialog]') !== null;
}

/**
 * Binds keys for as long as the component stands; a key without an act now keeps its usual meaning, and so does every
 * key inside a dialog. Keys in `shared` act and keep their meaning as well.
 */
export function useShortcuts(shortcuts: Shortcuts, shared: readonly string[] = []): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const name = shortcutOf(event);
    const act = shortcuts[name];
    if (act === undefined || event.repeat || isInDialog(event.target)) return;
    if (!shared.includes(name)) {
      event.preventDefault();
      // A focused button would take Enter as a press of its own.
      event.stopPropagation();
    }
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
}
