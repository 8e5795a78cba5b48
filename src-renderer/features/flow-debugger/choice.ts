import type { ClientSummary, FlowKind, FlowStart, UserSummary } from '#shared/api/index.ts';

/** What the toolbar says of the next run. */
export interface FlowChoice {
  readonly kind: string | null;
  readonly clientId: string | null;
  readonly username: string | null;
  readonly browser: FlowStart['browser'];
}

export interface FlowSources {
  readonly kinds: readonly FlowKind[];
  readonly clients: readonly ClientSummary[];
  readonly users: readonly UserSummary[];
}

export const firstChoice: FlowChoice = { kind: null, clientId: null, username: null, browser: 'system' };

/** What is wanted where it exists; else the first that is preferred, else the first. */
function known(
  wanted: string | null,
  ids: readonly string[],
  preferred: readonly string[] = [],
): string | null {
  if (wanted !== null && ids.includes(wanted)) return wanted;
  return ids.find((id) => preferred.includes(id)) ?? ids[0] ?? null;
}

/** The choice with every part that the workspace no longer has replaced by one that it has. */
export function resolveChoice(choice: FlowChoice, sources: FlowSources): FlowChoice {
  const kinds = sources.kinds.map((kind) => kind.kind);
  const kind = known(choice.kind, kinds);
  const clients = sources.clients.map((client) => client.clientId);
  const suitable = sources.kinds.find((candidate) => candidate.kind === kind)?.suitableClients ?? [];
  const users = sources.users.map((user) => user.username);
  return {
    kind,
    clientId: known(choice.clientId, clients, suitable),
    username: known(choice.username, users),
    browser: choice.browser,
  };
}

/** Whether the chosen flow has a user who signs in. */
export function needsUser(choice: FlowChoice, kinds: readonly FlowKind[]): boolean {
  return kinds.find((kind) => kind.kind === choice.kind)?.needsUser ?? false;
}

/** The call that starts the chosen flow; null while a part is missing. */
export function startInput(
  choice: FlowChoice,
  kinds: readonly FlowKind[],
  mode: FlowStart['mode'],
): FlowStart | null {
  if (choice.kind === null || choice.clientId === null) return null;
  const username = needsUser(choice, kinds) ? choice.username : null;
  return { kind: choice.kind, clientId: choice.clientId, username, mode, browser: choice.browser };
}

const storageKey = 'gatehouse.flow';

/** The choice of the last session, or the first one; a damaged entry counts as none. */
export function readChoice(storage: Pick<Storage, 'getItem'>): FlowChoice {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return firstChoice;
    const text = (name: string) => {
      const value: unknown = Reflect.get(kept, name);
      return typeof value === 'string' ? value : null;
    };
    return {
      kind: text('kind'),
      clientId: text('clientId'),
      username: text('username'),
      browser: text('browser') === 'unattended' ? 'unattended' : 'system',
    };
  } catch {
    return firstChoice;
  }
}

/** Keeps the choice for the next session. */
export function keepChoice(storage: Pick<Storage, 'setItem'>, choice: FlowChoice): void {
  storage.setItem(storageKey, JSON.stringify(choice));
}
