import type { MenuItemConstructorOptions } from 'electron';
import { acceleratorOf, type HostWords, type MenuGroup } from '#shared/desktop/index.ts';

type Item = MenuItemConstructorOptions;
type Words = HostWords['menu'];

export interface MenuOptions {
  readonly isMac: boolean;
  readonly hasDevTools: boolean;
  readonly words: Words;
  readonly onCommand: (id: string) => void;
}

const separator: Item = { type: 'separator' };

function separated(...blocks: readonly (readonly Item[])[]): Item[] {
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, index) => (index === 0 ? [...block] : [separator, ...block]));
}

function commandItems(group: MenuGroup | undefined, onCommand: (id: string) => void): readonly Item[] {
  return (group?.commands ?? []).map(({ id, title, key, isEnabled }): Item => {
    const accelerator = key === null ? null : acceleratorOf(key);
    return {
      id,
      // A single & would mark the next letter as the one to press.
      label: title.replaceAll('&', '&&'),
      enabled: isEnabled,
      ...(accelerator === null ? {} : { accelerator }),
      // The page acts on its keys itself: the menu only shows them. On a Mac the page is asked first.
      registerAccelerator: false,
      click: () => onCommand(id),
    };
  });
}

function appMenu(words: Words): Item {
  return {
    label: words.app,
    submenu: separated(
      [{ role: 'about', label: words.about }],
      [{ role: 'services', label: words.services }],
      [
        { role: 'hide', label: words.hide },
        { role: 'hideOthers', label: words.hideOthers },
        { role: 'unhide', label: words.showAll },
      ],
      [{ role: 'quit', label: words.quit }],
    ),
  };
}

function editItems(words: Words): readonly Item[] {
  return [
    { role: 'undo', label: words.undoTyping },
    { role: 'redo', label: words.redoTyping },
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'selectAll', label: words.selectAll },
  ];
}

function viewItems({ words, hasDevTools }: MenuOptions): readonly (readonly Item[])[] {
  return [
    [
      { role: 'resetZoom', label: words.actualSize },
      { role: 'zoomIn', label: words.zoomIn },
      { role: 'zoomOut', label: words.zoomOut },
    ],
    [{ role: 'togglefullscreen', label: words.fullScreen }],
    hasDevTools ? [{ role: 'toggleDevTools', label: words.devTools }] : [],
  ];
}

function windowItems({ words, isMac }: MenuOptions): readonly Item[] {
  const minimise: Item = { role: 'minimize', label: words.minimise };
  if (isMac)
    return [minimise, { role: 'zoom', label: words.zoom }, { role: 'front', label: words.bringToFront }];
  // Without its usual key: Ctrl+W closes a tab elsewhere, and here it would close all of them.
  return [minimise, { role: 'close', label: words.close, accelerator: '', registerAccelerator: false }];
}

/** The menu of the system, made from the commands of the page and what the system does itself. */
export function menuTemplate(groups: readonly MenuGroup[], options: MenuOptions): Item[] {
  const { words, isMac, onCommand } = options;
  const group = (id: MenuGroup['id']) => groups.find((candidate) => candidate.id === id);
  const own = (id: MenuGroup['id']) => commandItems(group(id), onCommand);
  // Menus that the system provides itself are there before the page, and without it.
  const usual: Partial<Record<MenuGroup['id'], string>> = words;
  const menu = (id: MenuGroup['id'], ...more: readonly (readonly Item[])[]): Item[] => {
    const submenu = separated(own(id), ...more);
    const label = group(id)?.label ?? usual[id];
    return submenu.length === 0 || label === undefined ? [] : [{ id, label, submenu }];
  };
  return [
    ...(isMac ? [appMenu(words)] : []),
    ...menu('file', isMac ? [] : [{ role: 'quit', label: words.quit }]),
    ...menu('edit', editItems(words)),
    ...menu('view', ...viewItems(options)),
    ...menu('go'),
    ...menu('run'),
    { role: 'window', label: words.window, submenu: [...windowItems(options)] },
    ...menu('help'),
  ];
}
