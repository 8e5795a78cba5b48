import type {
  ClientSummary,
  FlowBreakpoint,
  FlowBrowser,
  FlowKind,
  FlowStart,
  FlowTarget,
  UserSummary,
} from '#shared/api/index.ts';
import { type RequestParameters, usualParameters, usualResource } from '#shared/flows/index.ts';

export type FlowOptions = FlowStart['options'];

/** The settings in the toolbar for the next run. */
export interface FlowChoice {
  readonly kind: string | null;
  /** Name of another server; null: the hosted one. */
  readonly target: string | null;
  readonly clientId: string | null;
  readonly username: string | null;
  readonly browser: FlowBrowser;
  readonly options: FlowOptions;
  readonly breakpoints: readonly FlowBreakpoint[];
  /** The client whose redirect URI leads elsewhere, for which the callback address is pasted; null: none. */
  readonly pastedFor: string | null;
}

export interface FlowSources {
  /** Flows of the server that is chosen. */
  readonly kinds: readonly FlowKind[];
  readonly targets: readonly FlowTarget[];
  /** Clients and users of the workspace: those of the hosted server, whether it runs or not. */
  readonly clients: readonly ClientSummary[];
  readonly users: readonly UserSummary[];
}

/** No choices beyond the registration of the client. */
export const usualOptions: FlowOptions = {
  authentication: null,
  tokenPlace: 'header',
  responseType: null,
  responseMode: null,
  token: null,
  parameters: usualParameters,
  isSigned: false,
  isPushed: null,
  isBound: false,
  resource: usualResource,
};

export const firstChoice: FlowChoice = {
  kind: null,
  target: null,
  clientId: null,
  username: null,
  browser: 'system',
  options: usualOptions,
  breakpoints: [],
  pastedFor: null,
};

/** Returns the wanted id if it exists; else the most preferred of them, else the first. */
function known(
  wanted: string | null,
  ids: readonly string[],
  preferred: readonly string[] = [],
): string | null {
  if (wanted !== null && ids.includes(wanted)) return wanted;
  return preferred.find((id) => ids.includes(id)) ?? ids[0] ?? null;
}

/** The clients and users there are at a server. */
export function partiesOf(
  target: string | null,
  sources: FlowSources,
): { readonly clientIds: readonly string[]; readonly usernames: readonly string[] } {
  if (target === null)
    return {
      clientIds: sources.clients.map(({ clientId }) => clientId),
      usernames: sources.users.map(({ username }) => username),
    };
  const found = sources.targets.find(({ name }) => name === target);
  return {
    clientIds: found?.clients.map(({ clientId }) => clientId) ?? [],
    usernames: found?.usernames ?? [],
  };
}

/** The choice, with every part that the workspace has lost replaced by one that exists. */
export function resolveChoice(choice: FlowChoice, sources: FlowSources): FlowChoice {
  const kinds = sources.kinds.map((kind) => kind.kind);
  const kind = known(choice.kind, kinds);
  const target = sources.targets.some(({ name }) => name === choice.target) ? choice.target : null;
  const { clientIds, usernames } = partiesOf(target, sources);
  const found = kindOf(kind, sources.kinds);
  return {
    ...choice,
    kind,
    target,
    clientId: known(choice.clientId, clientIds, found?.suitableClients ?? []),
    username: known(choice.username, usernames),
    // Breakpoints of other flows do not apply to the steps of this one.
    breakpoints: choice.breakpoints.filter(({ stepId }) => found?.steps.some(({ id }) => id === stepId)),
  };
}

/** The flow of this name, if the server has it. */
function kindOf(kind: string | null, kinds: readonly FlowKind[]): FlowKind | undefined {
  return kinds.find((candidate) => candidate.kind === kind);
}

/** True if a user signs in during the chosen flow. */
export function needsUser(choice: FlowChoice, kinds: readonly FlowKind[]): boolean {
  return kindOf(choice.kind, kinds)?.needsUser ?? false;
}

/** A row that has no name yet is no parameter. */
function sentParameters(parameters: RequestParameters): RequestParameters {
  return { ...parameters, extra: parameters.extra.filter(({ name }) => name !== '') };
}

/** The call that starts the chosen flow; null while a part is missing. */
export function startInput(
  choice: FlowChoice,
  kinds: readonly FlowKind[],
  mode: FlowStart['mode'],
): FlowStart | null {
  const { kind, target, clientId, browser, options, breakpoints } = choice;
  if (kind === null || clientId === null) return null;
  const username = needsUser(choice, kinds) ? choice.username : null;
  const token = kindOf(kind, kinds)?.worksOn === null ? null : options.token;
  return {
    kind,
    target,
    clientId,
    username,
    mode,
    browser,
    options: { ...options, token, parameters: sentParameters(options.parameters) },
    breakpoints: [...breakpoints],
    callback: choice.pastedFor === clientId ? 'pasted' : 'arrives',
    keptAs: null,
  };
}

const storageKey = 'gatehouse.flow';
/** The ways to sign in during a run. */
export const browsers: readonly FlowBrowser[] = ['system', 'unattended', 'controlled'];

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
      ...firstChoice,
      kind: text('kind'),
      target: text('target'),
      clientId: text('clientId'),
      username: text('username'),
      browser: browsers.find((browser) => browser === text('browser')) ?? 'system',
    };
  } catch {
    return firstChoice;
  }
}

/** Keeps the choice for the next session; options are not kept: they may contain a pasted token. */
export function keepChoice(storage: Pick<Storage, 'setItem'>, choice: FlowChoice): void {
  const { kind, target, clientId, username, browser } = choice;
  storage.setItem(storageKey, JSON.stringify({ kind, target, clientId, username, browser }));
}
