import { useEffect } from 'react';
import { type Command, commandRegistrations, commandsIn, keysOf } from './commands.ts';
import { isTypingKey, keyNameOf } from './keys.ts';
import { activeTab } from './layout.ts';
import { endRecentWalk, layout } from './layout-store.ts';
import { preferences } from './preferences.ts';

/** True if the target accepts text input. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'input:not([type=radio], [type=checkbox]), textarea, [contenteditable], .monaco-editor',
    ) !== null
  );
}

/** True if keys belong to a dialog, or to a field that captures them. */
function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=alertdialog], [data-captures-keys]') !== null
  );
}

/** True if a key that types text may act as a command at this target. */
function isInPlace({ within }: Command, name: string, target: EventTarget | null): boolean {
  if (within === undefined || !isTypingKey(name)) return true;
  return target instanceof Element && target.closest(within) !== null;
}

function commandFor(event: KeyboardEvent): Command | undefined {
  const name = keyNameOf(event);
  if (name === '' || isElsewhere(event.target) || (isTypingKey(name) && isEditable(event.target)))
    return undefined;
  const { keys, hasLetterKeys } = preferences.get();
  if (isTypingKey(name) && !hasLetterKeys) return undefined;
  return commandsIn(commandRegistrations.get(), activeTab(layout.get())?.id ?? '').find(
    (command) =>
      command.isDisabled !== true &&
      !(command.isTextKey === true && isEditable(event.target)) &&
      isInPlace(command, name, event.target) &&
      keysOf(command, keys).includes(name),
  );
}

/** Lets keys run the commands of the window and of the active tab. The shell calls it once. */
export function useKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.altKey) endRecentWalk();
      if (event.repeat || event.defaultPrevented) return;
      const command = commandFor(event);
      if (command === undefined) return;
      if (command.isShared !== true) {
        event.preventDefault();
        // A focused button would take Enter as a press of its own.
        event.stopPropagation();
      }
      command.run();
    };
    const release = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Alt') endRecentWalk();
    };
    document.addEventListener('keydown', listen, true);
    document.addEventListener('keyup', release, true);
    return () => {
      document.removeEventListener('keydown', listen, true);
      document.removeEventListener('keyup', release, true);
    };
  }, []);
}
