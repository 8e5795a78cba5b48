import { z } from 'zod';
import { type WorkspaceFileKind, workspaceFileKinds, workspaceFormats } from '#shared/workspace/index.ts';
import { code, made, table } from './markdown.ts';

/** A JSON Schema; `true` and `false` are schemas too. */
type Shape = z.core.JSONSchema.BaseSchema;

const isShape = (schema: unknown): schema is Shape =>
  typeof schema === 'object' && schema !== null && !Array.isArray(schema);
const shapeOf = (schema: unknown): Shape => (isShape(schema) ? schema : {});

/** A member of a file, as one row of the page. */
export interface WorkspaceMember {
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly default: unknown;
  readonly description: string;
}

/** Each kind in a sentence, and the place of its members when they are not described here. */
const kinds: Readonly<Record<WorkspaceFileKind, { readonly about: string; readonly elsewhere?: string }>> = {
  manifest: { about: 'The manifest: its name, its vendor names, and the settings of each service.' },
  client: { about: 'A client of the authorization server. Names as in RFC 7591; own members in snake case.' },
  user: { about: 'A user who signs in.' },
  'saml-issuer': { about: 'An issuer whose SAML assertions clients exchange for tokens.' },
  'jwt-issuer': { about: 'An issuer whose JWTs clients exchange for tokens.' },
  'identity-provider': { about: 'An OpenID provider for sign-ins of users.' },
  webhook: { about: 'A receiver of audit events.' },
  target: { about: 'An authorization server that Gatehouse does not host, with its clients and users.' },
  'sign-in': {
    about: 'An unattended sign-in at another server, in the format of the Chrome Recorder.',
    elsewhere: 'How to create one, and its actions: [the guide to sign-ins](../guides/sign-ins.md).',
  },
  platform: { about: 'A platform as the target of consent imports.' },
  flow: {
    about: 'A saved flow of the debugger.',
    elsewhere: 'The debugger writes `script`, with every request and its edits.',
  },
  attack: {
    about: 'Attack cases of the workspace: a list of cases, or an object with `title` and `cases`.',
    elsewhere:
      'How to write a case: [the guide to the catalogue](../guides/attack-catalogue.md#a-case-of-your-own).',
  },
  environment: {
    about: 'Values that override those of the files while the environment is active.',
    elsewhere:
      '`services` and `network` contain the members of `gatehouse.json` of the same name, each of them optional.',
  },
  connector: {
    about: 'A connector: the product’s own document.',
    elsewhere: 'Its members: [connector](connector.md).',
  },
  recording: {
    about: 'A recorded run of a connector, for replay without the network.',
    elsewhere: 'The studio writes it. It contains the requests and responses of the run with secrets masked.',
  },
  route: {
    about: 'A route of the gateway: the product’s own document.',
    elsewhere: 'Its members: [the guide to the gateway](../guides/throttling.md).',
  },
  traffic: { about: 'Traffic for simulations of policies.' },
  contract: { about: 'Settings for checks against the API contract.' },
};

/** Kinds and members whose own members the page does not list. */
const closed: ReadonlySet<string> = new Set([
  'recording',
  'traffic.trace',
  'flow.script',
  'environment.services',
  'environment.network',
]);

/** All members of the files of a kind, in the order of their schema. */
export function workspaceMembers(kind: WorkspaceFileKind): readonly WorkspaceMember[] {
  if (closed.has(kind)) return [];
  const shape = z.toJSONSchema(workspaceFormats[kind].schema, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  return membersOf(shape, '', kind);
}

function membersOf(shape: Shape, prefix: string, kind: string): readonly WorkspaceMember[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, schema]) => {
    const member = shapeOf(schema);
    const path = `${prefix}${name}`;
    const row: WorkspaceMember = {
      path,
      type: typeOf(member),
      isRequired: shape.required?.includes(name) ?? false,
      default: member.default,
      description: member.description ?? '',
    };
    if (closed.has(`${kind}.${path}`)) return [row];
    return [
      row,
      ...membersOf(member, `${path}.`, kind),
      ...membersOf(shapeOf(member.items), `${path}[].`, kind),
    ];
  });
}

function typeOf(shape: Shape): string {
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined)
    return [...new Set(choices.map((choice) => typeOf(shapeOf(choice))))].join(' or ');
  if (shape.enum !== undefined) return shape.enum.map((value) => code(JSON.stringify(value))).join(', ');
  if (shape.const !== undefined) return code(JSON.stringify(shape.const));
  if (shape.items !== undefined) return `list of ${typeOf(shapeOf(shape.items))}`;
  return [shape.type ?? 'value'].flat().join(' or ') + rangeOf(shape);
}

function rangeOf({ minimum, maximum }: Shape): string {
  const isWritten = (bound: number | undefined) =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (isWritten(minimum) && isWritten(maximum)) return `, ${minimum} to ${maximum}`;
  return isWritten(minimum) ? `, from ${minimum}` : '';
}

function defaultOf({ isRequired, default: value }: WorkspaceMember): string {
  if (isRequired) return 'required';
  if (value === undefined) return '–';
  const isInside = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isInside ? '–' : code(JSON.stringify(value));
}

function part(kind: WorkspaceFileKind): string {
  const { folder, named } = workspaceFormats[kind];
  const { about, elsewhere } = kinds[kind];
  const file = folder === '' ? named : `${folder}/${named}`;
  const rows = workspaceMembers(kind).map((member) => [
    code(member.path),
    member.type.replaceAll('|', '\\|'),
    defaultOf(member),
    member.description,
  ]);
  const members = rows.length === 0 ? [] : [table(['Member', 'Type', 'Default', 'Meaning'], rows)];
  return [
    `## ${kind}`,
    `${code(file.split(',')[0] ?? file)}: ${about}`,
    ...members,
    ...(elsewhere === undefined ? [] : [elsewhere]),
  ].join('\n\n');
}

/** The page of all files of a workspace. */
export function workspacePage(): string {
  return `# Files of a workspace

${made}

Every file is JSON; unknown members are kept unchanged. Write a secret as \`{"$secret": "name"}\`, as
\`&{name}\`, or in clear; Gatehouse encrypts it at the next start.
A file that sends its secrets can use [its own stored secrets and those that you allowed it](../guides/connectors.md#secrets).
Locations, and when changes take effect: [ports and folders](ports-and-folders.md).

${workspaceFileKinds.map(part).join('\n\n')}
`;
}
