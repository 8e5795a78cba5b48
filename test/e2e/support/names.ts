import type { CDPSession } from '@playwright/test';

interface AxValue {
  readonly value?: string | number | boolean;
}

interface AxNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: AxValue;
  readonly name?: AxValue;
  readonly properties?: readonly { readonly name: string; readonly value: AxValue }[];
}

/** A node as a screen reader meets it. */
interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly level: number;
  /** The elements around it, from the nearest outwards. */
  readonly within: readonly Spoken[];
}

const mustBeNamed = new Set([
  'button',
  'checkbox',
  'combobox',
  'complementary',
  'dialog',
  'grid',
  'image',
  'link',
  'listbox',
  'menuitem',
  'menuitemradio',
  'navigation',
  'option',
  'progressbar',
  'radio',
  'radiogroup',
  'region',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'table',
  'tablist',
  'tabpanel',
  'textbox',
  'tree',
  'treegrid',
  'treeitem',
]);

/** Parts and lists of which no two on a screen may have one name: one goes from part to part by them. */
const parts = new Set([
  'region',
  'dialog',
  'navigation',
  'complementary',
  'listbox',
  'table',
  'grid',
  'tree',
  'treegrid',
]);

/** Controls of which no two in one part may have one name, for a list of them would not tell which is which. */
const controls = new Set([
  'button',
  'link',
  'textbox',
  'combobox',
  'searchbox',
  'checkbox',
  'spinbutton',
  'slider',
]);

/** Roles that are said before a control when one comes into them. */
const around = new Set([
  'region',
  'dialog',
  'group',
  'radiogroup',
  'tabpanel',
  'complementary',
  'navigation',
  'contentinfo',
  'status',
]);

// They do the same wherever they stand: both ends of a panel close it, and each mention of a client leads to it.
const clients = ['portal-web', 'mobile-app', 'mcp-client', 'mcp-gateway'];
const sameAct = new Set(['Dismiss', 'Close', ...clients].map((name) => `button “${name}”`));

function propertyOf({ properties = [] }: AxNode, wanted: string): unknown {
  return properties.find(({ name }) => name === wanted)?.value.value;
}

async function spokenNodes(session: CDPSession): Promise<readonly Spoken[]> {
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as {
    readonly nodes: readonly AxNode[];
  };
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const spokenById = new Map<string, Spoken | null>();
  const spokenOf = (node: AxNode): Spoken | null => {
    const known = spokenById.get(node.nodeId);
    if (known !== undefined) return known;
    const parent = node.parentId === undefined ? undefined : byId.get(node.parentId);
    const within = withinOf(parent);
    const spoken = node.ignored
      ? null
      : {
          role: String(node.role?.value ?? ''),
          name: String(node.name?.value ?? '').trim(),
          level: Number(propertyOf(node, 'level') ?? 0),
          within,
        };
    spokenById.set(node.nodeId, spoken);
    return spoken;
  };
  const withinOf = (node: AxNode | undefined): readonly Spoken[] => {
    if (node === undefined) return [];
    const own = spokenOf(node);
    if (own !== null) return [own, ...own.within];
    return withinOf(node.parentId === undefined ? undefined : byId.get(node.parentId));
  };
  return nodes.map(spokenOf).filter((node) => node !== null);
}

function placeOf({ within }: Spoken): string {
  return within
    .filter(
      ({ name, role }) => name !== '' && !['RootWebArea', 'StaticText', 'generic', 'main'].includes(role),
    )
    .slice(0, 3)
    .map(({ role, name }) => `${role} “${name.slice(0, 40)}”`)
    .join(' in ');
}

function repeated(nodes: readonly Spoken[], keyOf: (node: Spoken) => string): readonly string[] {
  return [...Map.groupBy(nodes, keyOf)]
    .filter(([, all]) => all.length > 1)
    .map(([key, all]) => `${all.length} × ${key}`);
}

/** Lists things that a screen reader could not say, or would say of two things alike. */
export async function nameFaults(session: CDPSession): Promise<readonly string[]> {
  const nodes = await spokenNodes(session);
  const nameless = nodes
    .filter(({ role, name }) => mustBeNamed.has(role) && name === '')
    .map((node) => `${node.role} without a name in ${placeOf(node)}`);
  const titled = nodes.filter(({ name }) => name !== '');
  const titleOf = ({ role, name }: Spoken) => `${role} “${name}”`;
  const alike = [
    ...repeated(
      titled.filter(({ role }) => parts.has(role)),
      titleOf,
    ),
    ...repeated(
      titled.filter((node) => controls.has(node.role) && !sameAct.has(titleOf(node))),
      (node) => {
        const part = node.within.find(
          ({ role, name }) => around.has(role) && (name !== '' || role === 'status'),
        );
        return `${titleOf(node)} in ${part === undefined ? 'the window' : titleOf(part)}`;
      },
    ),
  ];
  const headings = nodes.filter(({ role }) => role === 'heading');
  const skipped = headings
    .filter(({ level }, at) => level > (headings[at - 1]?.level ?? 1) + 1)
    .map(({ name, level }) => `heading “${name}” of level ${level} skips a level`);
  const headless = nodes
    .filter(({ role }) => ['table', 'grid', 'treegrid'].includes(role))
    .filter(
      (table) =>
        !nodes.some(
          ({ role, within }) => ['columnheader', 'rowheader'].includes(role) && within.includes(table),
        ),
    )
    .map(({ role, name }) => `${role} “${name}” without headers`);
  const empty = nodes
    .filter(({ role, name }) => role === 'heading' && name === '')
    .map((node) => `empty heading in ${placeOf(node)}`);
  return [...nameless, ...alike, ...skipped, ...headless, ...empty];
}
