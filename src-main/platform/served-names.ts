import { isIP } from 'node:net';
import type { DecisionTrace, ServiceKey } from '#shared/exchange/index.ts';
import { isEveryAddress, isLoopbackHost, plainHost, type Reach } from './addresses.ts';
import { type HttpResponse, plainText } from './http.ts';

/** The names of a service: its address, and the names that the user listed for it. */
export interface NameRules extends Pick<Reach, 'bind' | 'publicUrl'> {
  readonly service: ServiceKey;
  /** Names that the user listed, `*.` before a domain for all below it; asked for with each request. */
  readonly allowedHosts: () => readonly string[];
}

/** Tells by which names a service is reached. */
export interface ServedNames {
  /** True if a Host field names this service. */
  readonly serves: (host: string) => boolean;
  /** All of its names, for people. */
  readonly list: () => string;
}

/** As many Host fields are remembered as seen before. */
const maxKnown = 64;

/**
 * The names that a service answers to. A page on the web can give its own name the address of this machine, and is then
 * of one origin with what answers there; no page can give itself an address, or a name that ends in `.localhost`.
 */
export function createServedNames(rules: NameRules): ServedNames {
  const known = new Set<string>();
  let allowed = rules.allowedHosts();
  const own = new Set(ownNames(rules));
  return {
    serves(host) {
      const listed = rules.allowedHosts();
      if (listed !== allowed) {
        allowed = listed;
        known.clear();
      }
      if (known.has(host)) return true;
      const name = nameIn(host);
      if (!own.has(name) && !isServedAddress(name, rules.bind) && !isListed(name, allowed)) return false;
      if (known.size < maxKnown) known.add(host);
      return true;
    },
    list: () => ['localhost', ...own, ...rules.allowedHosts()].join(', '),
  };
}

function ownNames({ bind, publicUrl }: NameRules): readonly string[] {
  return [
    ...(isEveryAddress(bind) ? [] : [plainHost(bind)]),
    ...(publicUrl === undefined ? [] : [plainHost(new URL(publicUrl).hostname)]),
  ];
}

/** The name in a Host field: without its port, and without the dot of a full name. */
function nameIn(host: string): string {
  return plainHost(host.replace(/:\d{0,5}$/, '')).replace(/\.$/, '');
}

/** Addresses cannot be rebound: where the service listens on every address, any of them is one of its own. */
function isServedAddress(name: string, bind: string): boolean {
  return isLoopbackHost(name) || (isIP(name) !== 0 && isEveryAddress(bind));
}

function isListed(name: string, allowed: readonly string[]): boolean {
  return allowed.some((each) => {
    const lower = each.toLowerCase();
    return lower.startsWith('*.') ? name.endsWith(lower.slice(1)) : name === lower;
  });
}

/** The answer to a request that names another host. RFC 9110 §15.5.20 */
export const misdirected: HttpResponse = {
  status: 421,
  headers: plainText,
  body: 'This service does not accept the host name in the Host header.\n',
};

/** The record of such a refusal: the name, and the setting that would allow it. */
export function misdirectedTrace(service: ServiceKey, host: string, names: ServedNames): DecisionTrace {
  return {
    pipeline: 'listener',
    rules: [
      {
        id: 'host-served',
        rule: 'Request names this service',
        clause: 'RFC 9110 §7.4',
        outcome: 'failed',
        detail: allowingDetail(service),
        want: names.list(),
        got: host,
      },
    ],
    effect: 'Nothing was done.',
  };
}

/** How a further name is allowed. */
export function allowingDetail(service: ServiceKey): string {
  return `To allow this name, add it to services.${service}.allowedHosts in gatehouse.json.`;
}
