import { useContext, useEffect, useEffectEvent, useId } from 'react';
import { createStore } from '../api/store.ts';
import type { KeyName } from '../ui/show-key.ts';
import { keepTabById } from './layout-store.ts';
import { preferences } from './preferences.ts';
import { TabContext } from './tab-context.tsx';

/** Position of a command in menus and in the list of keys. */
export const commandGroups = ['file', 'edit', 'view', 'go', 'run', 'help'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** One act of the application: the palette, the menus, the keys and the list of keys are all made from these. */
export interface Command {
  /** Stable: a person's own keys are kept by it. */
  readonly id: string;
  readonly title: string;
  readonly group: CommandGroup;
  /** The first is the one that is shown. */
  readonly keys?: readonly KeyName[];
  /** It cannot be done now; it is listed all the same. */
  readonly isDisabled?: boolean;
  /** The key keeps its usual meaning as well. */
  readonly isShared?: boolean;
  /** Inside text its key belongs to the text. */
  readonly isTextKey?: boolean;
  /** Where its keys that type text act, as a selector; elsewhere they type. WCAG 2.1.4 */
  readonly within?: string;
  readonly isInMenu?: boolean;
  /** It acts on what is shown or chosen: the palette offers it first. */
  readonly isOfSelection?: boolean;
  readonly run: () => void;
}

interface Registration {
  /** The tab whose commands they are; empty for those of the window. */
  readonly tabId: string;
  readonly commands: readonly Command[];
}

const registrations = createStore<ReadonlyMap<string, Registration>>(new Map());

/** All registrations, for those who list commands. */
export const commandRegistrations = registrations;

/** The commands of a tab, followed by those of the window. A repeated id is the tab's own. */
export function commandsIn(all: ReadonlyMap<string, Registration>, tabId: string): readonly Command[] {
  const found = new Map<string, Command>();
  const inOrder = [tabId, ''].flatMap((wanted) =>
    [...all.values()].filter((registration) => registration.tabId === wanted),
  );
  for (const command of inOrder.flatMap(({ commands }) => commands))
    if (!found.has(command.id)) found.set(command.id, command);
  return [...found.values()];
}

/** The keys of a command: the person's own where they chose some. */
export function keysOf(
  command: Pick<Command, 'id' | 'keys'>,
  own: Readonly<Record<string, KeyName | null>>,
): readonly KeyName[] {
  const chosen = own[command.id];
  if (chosen === undefined) return command.keys ?? [];
  return chosen === null ? [] : [chosen];
}

/** The key to show beside a command, if it has one. */
export function shownKeyOf(command: Pick<Command, 'id' | 'keys'>): KeyName | undefined {
  return keysOf(command, preferences.get().keys)[0];
}

/** True if both act in one place: keys that type text can mean one thing in one pane and another in the next. */
function canMeet(one: Command, other: Command): boolean {
  return one.within === undefined || other.within === undefined || one.within === other.within;
}

/** Commands that share a key with another, by id: only the first of them would act. */
export function keyClashes(
  commands: readonly Command[],
  own: Readonly<Record<string, KeyName | null>>,
): ReadonlyMap<KeyName, readonly string[]> {
  const byKey = new Map<KeyName, Command[]>();
  for (const command of commands)
    for (const key of keysOf(command, own)) byKey.set(key, [...(byKey.get(key) ?? []), command]);
  const clashing = [...byKey].map(([key, all]) => {
    const meeting = all.filter((one) => all.some((other) => other !== one && canMeet(one, other)));
    return [key, meeting.map(({ id }) => id)] as const;
  });
  return new Map(clashing.filter(([, ids]) => ids.length > 0));
}

/**
 * Makes commands known for as long as the component is shown. Inside a tab they are that tab's: their keys act only
 * while the person is in it.
 */
export function useCommands(commands: readonly Command[]): void {
  const registrationId = useId();
  const { tabId } = useContext(TabContext);
  const run = useEffectEvent((id: string) => commands.find((command) => command.id === id)?.run());
  // The actions change with every render, their descriptions seldom.
  const said = JSON.stringify(commands.map(({ run: _run, ...words }) => words));
  useEffect(() => {
    const messages = JSON.parse(said) as readonly Omit<Command, 'run'>[];
    const registered = messages.map((word) => ({
      ...word,
      run: () => {
        if (tabId !== '') keepTabById(tabId);
        run(word.id);
      },
    }));
    registrations.update((all) => new Map(all).set(registrationId, { tabId, commands: registered }));
    return () =>
      registrations.update((all) => {
        const rest = new Map(all);
        rest.delete(registrationId);
        return rest;
      });
  }, [registrationId, tabId, said]);
}

/** Runs a command of the window by its id, for buttons that trigger it. */
export function runCommand(id: string): void {
  const command = commandsIn(registrations.get(), '').find((candidate) => candidate.id === id);
  if (command !== undefined && command.isDisabled !== true) command.run();
}
