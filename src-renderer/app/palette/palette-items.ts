import type { ActivityRow, ClientSummary, UserSummary, WorkspaceFile } from '#shared/api/index.ts';
import { formatWireTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { activityPath, filePath, identityPath, settingsPath } from '../../workbench/addresses.ts';
import type { Command } from '../../workbench/commands.ts';
import { fuzzyFilter } from '../../workbench/fuzzy.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { isSettingHere } from '../../workbench/settings-here.ts';

const messages = sharedMessages.palette;
const maxShown = 60;

export type PaletteKind = keyof typeof messages.kinds;

/** One line of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** Further searchable text, shown beside the title. */
  readonly detail: string;
  readonly key?: string | undefined;
  readonly isMono?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** The items that the palette searches, besides commands. */
export interface PaletteSources {
  readonly commands: readonly PaletteItem[];
  readonly tabs: readonly PaletteItem[];
  readonly clients: readonly ClientSummary[];
  readonly users: readonly UserSummary[];
  readonly files: readonly WorkspaceFile[];
  readonly exchanges: readonly ActivityRow[];
}

/** The line of a command. */
export function commandItem(command: Command, key: string | undefined): PaletteItem {
  const { id, title, group, isDisabled = false, run } = command;
  return {
    id: `command ${id}`,
    kind: 'command',
    title,
    detail: sharedMessages.menu.groups[group],
    key,
    isDisabled,
    run,
  };
}

function clientItem({ clientId, name }: ClientSummary): PaletteItem {
  const run = () => openLink(identityPath('clients', clientId));
  return {
    id: `client ${clientId}`,
    kind: 'client',
    title: clientId,
    detail: name === clientId ? '' : name,
    isMono: true,
    run,
  };
}

function userItem({ username }: UserSummary): PaletteItem {
  const run = () => openLink(identityPath('users', username));
  return { id: `user ${username}`, kind: 'user', title: username, detail: '', isMono: true, run };
}

function fileItem({ file, name }: WorkspaceFile): PaletteItem {
  return {
    id: `file ${file}`,
    kind: 'file',
    title: file,
    detail: name,
    isMono: true,
    run: () => openLink(filePath(file)),
  };
}

function exchangeItem({ id, method, target, status, startedAtMillis, remark }: ActivityRow): PaletteItem {
  return {
    id: `exchange ${id}`,
    kind: 'exchange',
    title: `${method} ${target.replace(/\?.*$/s, '')} ${status ?? ''}`.trim(),
    detail: [formatWireTime(startedAtMillis), remark].filter((part) => part !== '').join(' '),
    isMono: true,
    run: () => openLink(activityPath({ exchangeId: id })),
  };
}

const settingItems: readonly PaletteItem[] = Object.entries(sharedMessages.settings.sections)
  .filter(([id]) => isSettingHere(id))
  .map(([section, title]) => ({
    id: `setting ${section}`,
    kind: 'setting',
    title,
    detail: sharedMessages.nav.settings,
    run: () => openLink(settingsPath(section)),
  }));

function linkItem(link: string): PaletteItem {
  return {
    id: 'link',
    kind: 'link',
    title: messages.openLink(link),
    detail: '',
    isMono: true,
    run: () => openLink(link),
  };
}

/** The lines that a mode of the palette searches, by the sign with which it begins. */
function modeItems(sign: string, sources: PaletteSources): readonly PaletteItem[] | null {
  const { commands, clients, users, exchanges } = sources;
  if (sign === '>') return commands;
  if (sign === '@') return [...clients.map(clientItem), ...users.map(userItem)];
  if (sign === '#') return exchanges.map(exchangeItem);
  return sign === ':' ? settingItems : null;
}

/** The lines that match the typed text, the best first; without a text, open tabs and every command. */
export function paletteItems(typed: string, sources: PaletteSources): readonly PaletteItem[] {
  const text = typed.trim();
  if (/^(?:gatehouse:\/\/|#\/)/.test(text)) return [linkItem(text)];
  const items = modeItems(text.charAt(0), sources);
  if (items !== null) {
    // Exchanges were found by the engine already.
    const wanted = text.startsWith('#') ? '' : text.slice(1);
    return fuzzyFilter(wanted, items, (item) => `${item.title} ${item.detail}`).slice(0, maxShown);
  }
  const { commands, tabs, clients, users, files } = sources;
  if (text === '') return [...tabs, ...commands].slice(0, maxShown);
  const everything = [
    ...tabs,
    ...commands,
    ...settingItems,
    ...clients.map(clientItem),
    ...users.map(userItem),
    ...files.map(fileItem),
  ];
  return fuzzyFilter(text, everything, (item) => `${item.title} ${item.detail}`).slice(0, maxShown);
}
