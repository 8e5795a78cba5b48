import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import type { MenuItemConstructorOptions } from 'electron';
import { requireReady } from './app.ts';
import { answerAsk, note } from './link.ts';
import type { MenuNote } from './wire.ts';

const roles = new Set(
  'undo redo cut copy paste selectAll toggleDevTools resetZoom zoomIn zoomOut togglefullscreen window minimize close about services hide hideOthers unhide quit zoom front'.split(
    ' ',
  ),
);
const accelerators =
  /^(?:(?:CommandOrControl|Alt|Shift)\+)*(?:[A-Z0-9,./;'[\]\\`=-]|F\d{1,2}|Left|Right|Up|Down|PageUp|PageDown|Home|End|Escape|Enter|Space|Tab|Delete|Insert|Backspace)$/;

/** Fails for what Electron refuses: an item that is nothing, a role or a key that it does not know. */
function check({ label, role, type, accelerator }: MenuItemConstructorOptions): void {
  if (label === undefined && role === undefined && type === undefined)
    throw new Error('Invalid template for MenuItem: must have at least one of label, role or type');
  if (role !== undefined && !roles.has(role)) throw new Error(`Unknown role ${role}`);
  if (accelerator && !accelerators.test(accelerator))
    throw new Error(`${accelerator} is no valid accelerator`);
}

function told(items: readonly MenuItemConstructorOptions[]): readonly MenuNote[] {
  return items
    .filter(({ type }) => type !== 'separator')
    .map(({ label = '', role = null, accelerator, enabled = true, submenu }) => ({
      label,
      role,
      accelerator: accelerator ? accelerator : null,
      isEnabled: enabled,
      items: Array.isArray(submenu) ? told(submenu) : [],
    }));
}

function withSubmenus(items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] {
  return items.flatMap((item) =>
    [item].concat(Array.isArray(item.submenu) ? withSubmenus(item.submenu) : []),
  );
}

let applicationMenu: Menu | null = null;
const trays = new Set<Tray>();

/** Stands in for Electron's class of the same name. */
export class Menu {
  readonly template: readonly MenuItemConstructorOptions[];

  constructor(template: readonly MenuItemConstructorOptions[]) {
    this.template = template;
  }

  static buildFromTemplate(template: MenuItemConstructorOptions[]): Menu {
    for (const item of withSubmenus(template)) check(item);
    return new Menu(template);
  }

  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
    note({ type: 'menu', items: menu === null ? null : told(menu.template) });
  }

  static getApplicationMenu(): Menu | null {
    return applicationMenu;
  }

  press(label: string): void {
    const item = withSubmenus(this.template).find((candidate) => candidate.label === label);
    if (item?.click === undefined) throw new Error(`Nothing to press is called ${label}.`);
    if (item.enabled === false) throw new Error(`${label} cannot be pressed now.`);
    Reflect.apply(item.click, undefined, []);
  }
}

/** Stands in for Electron's class of the same name. */
export class Tray extends EventEmitter {
  menu: Menu | null = null;

  constructor(image: string) {
    super();
    requireReady(true, 'Tray');
    if (!existsSync(image)) throw new Error(`Failed to load image from path '${image}'`);
    trays.add(this);
  }

  setToolTip(): void {}

  setContextMenu(menu: Menu): void {
    this.menu = menu;
    note({ type: 'tray', items: told(menu.template) });
  }

  destroy(): void {
    if (trays.delete(this)) note({ type: 'tray', items: null });
  }
}

function theTray(): Tray {
  const [tray] = trays;
  if (tray === undefined) throw new Error('There is no icon.');
  return tray;
}

/** A person presses the icon itself. */
export function pressTray(): void {
  theTray().emit('click');
}

answerAsk('press-item', ({ of, label }) => {
  const menu = of === 'menu' ? applicationMenu : theTray().menu;
  if (menu === null) throw new Error('There is no menu.');
  menu.press(label);
  return null;
});
