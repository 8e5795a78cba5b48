import type { LucideIcon } from 'lucide-react';
import type {
  ActivityRow,
  AttackGroup,
  ClientSummary,
  UserSummary,
  WorkspaceFile,
} from '#shared/api/index.ts';
import { cweNames } from '#shared/attacks/cwe.ts';
import { arrivedAtMillis } from '#shared/exchange/arrival.ts';
import type { HelpEntry } from '#shared/help/contents.ts';
import { formatWireTime } from '../../words/format.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import {
  activityPath,
  attackPath,
  filePath,
  helpPath,
  identityPath,
  importPath,
  settingsPath,
} from '../../workbench/addresses.ts';
import type { Command } from '../../workbench/commands.ts';
import { containsWords, fuzzyFilter } from '../../workbench/fuzzy.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { isSettingHere } from '../../workbench/settings-here.ts';

const messages = sharedMessages.palette;
const maxShown = 60;

export type PaletteKind = keyof typeof messages.kinds;

/** A section of the palette; besides the kinds there are those of the tab that is shown, and of what was run last. */
export type PaletteHead = PaletteKind | 'here' | 'recent';

/** Lines under a head. */
export interface PaletteGroup {
  readonly head: PaletteHead;
  readonly items: readonly PaletteItem[];
}

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
  /** A command of the tab that is shown: what can be done with the selection there. */
  readonly isHere?: boolean;
  /** It acts on what is shown or chosen there. */
  readonly isOfSelection?: boolean;
  /** Drawn before the title; else that of the kind. */
  readonly icon?: LucideIcon;
  readonly run: () => void;
}

/** The items that the palette searches, besides commands. */
export interface PaletteSources {
  readonly commands: readonly PaletteItem[];
  readonly tabs: readonly PaletteItem[];
  readonly environments: readonly PaletteItem[];
  /** Ids of the lines that were run, the last one first. */
  readonly recent: readonly string[];
  readonly clients: readonly ClientSummary[];
  readonly users: readonly UserSummary[];
  readonly files: readonly WorkspaceFile[];
  readonly exchanges: readonly ActivityRow[];
  readonly attacks: readonly AttackGroup['cases'][number][];
  readonly help: readonly HelpEntry[];
}

/** The line of a command. */
export function commandItem(command: Command, key: string | undefined, isHere: boolean): PaletteItem {
  const { id, title, group, isDisabled = false, isOfSelection = false, run } = command;
  return {
    id: `command ${id}`,
    kind: 'command',
    title,
    detail: sharedMessages.menu.groups[group],
    key,
    isDisabled,
    isHere,
    isOfSelection,
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

/** An attack case whose names hold each typed word: its many names would match almost any characters in their order. */
function attackItems(typed: string, cases: PaletteSources['attacks']): readonly PaletteItem[] {
  return cases.flatMap(({ id, title, aliases, cwe }) => {
    const detail = [...aliases, ...cweNames(cwe)].join(', ');
    const name = `${id} ${title}`;
    if (!containsWords(typed, `${name} ${detail}`)) return [];
    const run = () => openLink(attackPath(id));
    return [{ id: `attack ${id}`, kind: 'attack' as const, title: name, detail, run }];
  });
}

function exchangeItem(row: ActivityRow): PaletteItem {
  const { id, method, target, status, remark } = row;
  return {
    id: `exchange ${id}`,
    kind: 'exchange',
    title: `${method} ${target.replace(/\?.*$/s, '')} ${status ?? ''}`.trim(),
    detail: [formatWireTime(arrivedAtMillis(row)), remark].filter((part) => part !== '').join(' '),
    isMono: true,
    run: () => openLink(activityPath({ exchangeId: id })),
  };
}

function helpItem({ id, title }: HelpEntry): PaletteItem {
  return {
    id: `help ${id}`,
    kind: 'help',
    title,
    detail: sharedMessages.nav.help,
    run: () => openLink(helpPath(id)),
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

/** Places that people know by another name than that of their area. */
const placeItems: readonly PaletteItem[] = [
  { id: 'attacks', title: messages.places.attacks, area: sharedMessages.nav.flows, path: attackPath() },
  { id: 'gateway', title: messages.places.gateway, area: sharedMessages.nav.throttle, path: '/throttle' },
  {
    id: 'newClient',
    title: messages.places.newClient,
    area: sharedMessages.nav.identity,
    path: identityPath('clients', '+'),
  },
  {
    id: 'tokens',
    title: messages.places.tokens,
    area: sharedMessages.nav.identity,
    path: identityPath('tokens'),
  },
  { id: 'imports', title: messages.places.imports, area: sharedMessages.nav.consents, path: importPath() },
].map(({ id, title, area, path }) => ({
  id: `place ${id}`,
  kind: 'place',
  title,
  detail: area,
  run: () => openLink(path),
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

/** People look for what they have used by the name that it had before. */
function searchedText(wanted: string, { id, title, detail }: PaletteItem): string {
  const former = messages.formerNames[id] ?? '';
  return former.toLowerCase().includes(wanted.toLowerCase()) ? former : `${title} ${detail}`;
}

function matching(wanted: string, items: readonly PaletteItem[]): readonly PaletteItem[] {
  return fuzzyFilter(wanted, items, (item) => searchedText(wanted, item)).slice(0, maxShown);
}

/** Lines by kind; the kind of the best line comes first. */
function byKind(items: readonly PaletteItem[]): readonly PaletteGroup[] {
  const groups = new Map<PaletteKind, PaletteItem[]>();
  for (const item of items) groups.set(item.kind, [...(groups.get(item.kind) ?? []), item]);
  return [...groups].map(([head, found]) => ({ head, items: found }));
}

/** The list before anything is typed: acts in the tab that is shown, lines run last, and the rest by kind. */
function firstGroups({ commands, tabs, environments, recent }: PaletteSources): readonly PaletteGroup[] {
  const all = [...tabs, ...environments, ...placeItems, ...commands];
  const can = commands.filter(({ isHere, isDisabled }) => isHere === true && isDisabled !== true);
  const chosen = can.filter(({ isOfSelection }) => isOfSelection === true);
  const here = [...chosen, ...can.filter((item) => !chosen.includes(item))];
  const last = recent.flatMap((id) => all.find((item) => item.id === id && !here.includes(item)) ?? []);
  const rest = all.filter((item) => !here.includes(item) && !last.includes(item)).slice(0, maxShown);
  const groups: readonly PaletteGroup[] = [
    { head: 'here', items: here },
    { head: 'recent', items: last },
    ...byKind(rest),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** The lines that match the typed text, the best first, under heads. */
export function paletteGroups(typed: string, sources: PaletteSources): readonly PaletteGroup[] {
  const text = typed.trim();
  if (/^(?:gatehouse:\/\/|#\/)/.test(text)) return byKind([linkItem(text)]);
  const items = modeItems(text.charAt(0), sources);
  // Exchanges were found by the engine already.
  if (items !== null) return byKind(matching(text.startsWith('#') ? '' : text.slice(1), items));
  if (text === '') return firstGroups(sources);
  const { commands, tabs, environments, clients, users, files, attacks, help } = sources;
  return byKind(
    matching(text, [
      ...placeItems,
      ...environments,
      ...tabs,
      ...commands,
      ...settingItems,
      ...clients.map(clientItem),
      ...users.map(userItem),
      ...files.map(fileItem),
      ...attackItems(text, attacks),
      ...help.map(helpItem),
    ]),
  );
}
