import type { MenuGroup } from '#shared/desktop/index.ts';
import type { KeyName } from '../../ui/show-key.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { type Command, commandGroups, keysOf } from '../../workbench/commands.ts';

/** The commands in menus, from which the menu of the system is built. */
export function menuGroups(
  commands: readonly Command[],
  own: Readonly<Record<string, KeyName | null>>,
): readonly MenuGroup[] {
  const listed = commands.filter(({ isInMenu }) => isInMenu === true);
  return commandGroups.flatMap((id) => {
    const inGroup = listed.filter(({ group }) => group === id);
    if (inGroup.length === 0) return [];
    return [
      {
        id,
        label: sharedMessages.menu.groups[id],
        commands: inGroup.map((command) => ({
          id: command.id,
          title: command.title,
          key: isSystemKey(command) ? (keysOf(command, own)[0] ?? null) : null,
          isEnabled: command.isDisabled !== true,
        })),
      },
    ];
  });
}

/** A key that keeps its usual meaning, or belongs to text, is not for the system to take, as a Mac would. */
function isSystemKey({ isShared, isTextKey }: Command): boolean {
  return isShared !== true && isTextKey !== true;
}
