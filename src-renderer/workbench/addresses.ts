import type { FlowBrowser } from '#shared/api/index.ts';
import { isScreen, type Screen } from '#shared/desktop/screens.ts';
import { percentDecodedOrAsIs } from '#shared/text/decoding.ts';

export { type Screen, screens } from '#shared/desktop/screens.ts';

/** An address taken apart: `/flows/run-1?x=2` is the screen `flows`, the rest `run-1`, and the query. */
export interface Address {
  readonly screen: Screen;
  /** The part after the screen, decoded; empty where there is none. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

export const homePath = '/home';

/** Reads a path of the application; one that leads nowhere is null. */
export function parsePath(path: string): Address | null {
  const [bare = '', query = ''] = path.split('?', 2);
  const [screen = '', ...rest] = bare.replace(/^\/+/, '').split('/');
  if (!isScreen(screen)) return null;
  return { screen, rest: rest.map(percentDecodedOrAsIs).join('/'), query: new URLSearchParams(query) };
}

/**
 * The path of a link: `gatehouse://<screen>/<id>` is the path `/<screen>/<id>`; `x/<id>` is an exchange,
 * shown in Activity. A path that leads nowhere leads home.
 */
export function resolvePath(link: string): string {
  const path = `/${link.replace(/^gatehouse:\/\//, '').replace(/^#?\/*/, '')}`;
  const exchange = /^\/x\/([^/?#]+)$/.exec(path)?.[1];
  if (exchange !== undefined) return activityPath({ exchangeId: percentDecodedOrAsIs(exchange) });
  return parsePath(path) === null ? homePath : path;
}

/** The link to a path that can be pasted anywhere. */
export function linkTo(path: string): string {
  const address = parsePath(path);
  const exchange = address?.screen === 'activity' ? address.query.get('x') : null;
  return exchange === null ? `gatehouse:/${path}` : exchangeLink(exchange);
}

/** The link to one exchange. */
export function exchangeLink(exchangeId: string): string {
  return `gatehouse://x/${encodeURIComponent(exchangeId)}`;
}

/** The path of the activity log with a filter and a chosen exchange. */
export function activityPath(options: { readonly filter?: string; readonly exchangeId?: string }): string {
  const query = new URLSearchParams();
  if (options.filter !== undefined) query.set('filter', options.filter);
  if (options.exchangeId !== undefined) query.set('x', options.exchangeId);
  const text = query.toString();
  return text === '' ? '/activity' : `/activity?${text}`;
}

/** The path of a workspace file in the editor, at a line and column if they are known. */
export function filePath(
  file: string,
  place: { readonly line?: number | undefined; readonly column?: number | undefined } = {},
): string {
  const path = `/files/${file.split('/').map(encodeURIComponent).join('/')}`;
  return place.line === undefined ? path : `${path}?at=${place.line}:${place.column ?? 1}`;
}

/** The parts of the identity screen. */
export const identityTabs = ['clients', 'users', 'tokens', 'scopes', 'trust', 'policy'] as const;
export type IdentityTab = (typeof identityTabs)[number];

/** The path of a part of the identity screen, and of one thing in it. */
export function identityPath(tab: IdentityTab, ...steps: readonly string[]): string {
  return ['/identity', tab, ...steps.map(encodeURIComponent)].join('/');
}

/** The path of the flow debugger with a client chosen, and a way to sign in where one is given. */
export function flowsPath(clientId: string, browser?: FlowBrowser): string {
  const query = new URLSearchParams({ client: clientId, ...(browser === undefined ? {} : { browser }) });
  return `/flows?${query}`;
}

/** The path of the attack catalogue, with a case opened if one is given. */
export function attackPath(caseId?: string): string {
  return caseId === undefined ? '/flows/attack' : `/flows/attack?${new URLSearchParams({ case: caseId })}`;
}

/** The path of the throttle lab with a route chosen, and the traffic that it is tried on. */
export function throttlePath(routeFile: string, trafficFile?: string): string {
  const path = `/throttle/${encodeURIComponent(routeFile.replace(/^routes\//, ''))}`;
  return trafficFile === undefined
    ? path
    : `${path}?${new URLSearchParams({ traffic: trafficFile.replace(/^traffic\//, '') })}`;
}

/** Returns the name of a connector: its file name without the prefix and suffix that all share. */
export function connectorName(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/^provisioner\.openicf-/, '').replace(/\.json$/, '');
}

/** The path of the connector studio with a connector opened. */
export function connectorPath(file: string): string {
  return `/connectors/${encodeURIComponent(file.replace(/^connectors\//, ''))}`;
}

/** The path of the imports of consents, of one of them, and of a step of that. */
export function importPath(id?: string, step?: string): string {
  const path = id === undefined ? '/consents' : `/consents/${encodeURIComponent(id)}`;
  return step === undefined ? path : `${path}?${new URLSearchParams({ step })}`;
}

/** The parameters in an address of the contract's history: its tab, the selection, and the filters. */
export const contractParameters = [
  'tab',
  'entry',
  'finding',
  'q',
  'area',
  'kind',
  'breaking',
  'mine',
  'at',
  'from',
  'to',
  'severity',
  'rule',
  'file',
  'ignored',
] as const;
export type ContractParameter = (typeof contractParameters)[number];

/**
 * The path of the contract's history, of a part of it, and of a selection there; empty parts are left out.
 */
export function contractPath(
  options: { readonly [Name in ContractParameter]?: string | null | undefined } = {},
): string {
  const query = new URLSearchParams();
  for (const name of contractParameters) {
    const value = options[name];
    if (value !== undefined && value !== null && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '/contract' : `/contract?${text}`;
}

/** The path of a section of the settings. */
export function settingsPath(section?: string): string {
  return section === undefined ? '/settings' : `/settings/${section}`;
}

/** The path of a page of Help, and of a section of it. */
export function helpPath(page: string, anchor?: string): string {
  return anchor === undefined ? `/help/${page}` : `/help/${page}?${new URLSearchParams({ at: anchor })}`;
}

/** True for a screen if each item that its addresses name is a document of its own. */
const hasDocuments: Readonly<Record<Screen, boolean>> = {
  home: false,
  help: false,
  identity: false,
  flows: false,
  connectors: true,
  throttle: false,
  consents: true,
  contract: false,
  activity: false,
  problems: false,
  settings: false,
  files: true,
};

/**
 * Returns the document of a path. Opening a path whose document already has a tab goes to that tab. Each screen is
 * one document; each file, each connector and each import is its own.
 */
export function documentOf(path: string): string {
  const address = parsePath(path);
  if (address === null) return 'home';
  return hasDocuments[address.screen] && address.rest !== ''
    ? `${address.screen}/${address.rest}`
    : address.screen;
}

/** Address of a run of a flow; with `against` of its comparison with that run. */
export function flowRunPath(runId: string, against?: string): string {
  const path = `/flows/${encodeURIComponent(runId)}`;
  return against === undefined ? path : `${path}?${new URLSearchParams({ against })}`;
}
