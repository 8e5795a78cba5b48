/** A request of which every log below tells, each in its own way. */
export interface LoggedRequest {
  readonly atMillis: number;
  readonly address: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly status: number;
  readonly agent: string;
}

/** The same numbers each time, by a generator of these tests alone. */
export function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** Requests of nine clients whose paths, methods, hosts and answers vary; whole seconds where that is asked. */
export function loggedRequests(
  seed: number,
  count: number,
  isWholeSeconds: boolean,
): readonly LoggedRequest[] {
  const next = numbers(seed);
  let atMillis = Date.UTC(2025, 9, 10, 13, 55, 0);
  return Array.from({ length: count }, () => {
    atMillis += isWholeSeconds ? 1_000 * (next(5) === 0 ? 1 : 0) : next(180);
    return {
      atMillis,
      address: `192.0.2.${next(9)}`,
      method: pick(['GET', 'POST', 'DELETE'], next(3)),
      host: pick(['a.example', 'b.example'], next(2)),
      path: pick(['/orders', '/orders/7?x=1', '/status', '/health'], next(4)),
      status: pick([200, 404, 429, 503], next(4)),
      agent: pick(['curl/8.1', 'Mozilla/5.0 (X11; "odd")'], next(2)),
    };
  });
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

function serverTime(atMillis: number): string {
  const at = new Date(atMillis);
  const date = `${two(at.getUTCDate())}/${months[at.getUTCMonth()]}/${at.getUTCFullYear()}`;
  return `${date}:${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;
}

const iso = (atMillis: number) => new Date(atMillis).toISOString();
const escaped = (text: string) => text.replaceAll('"', '\\"');
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** A log, and which parts of a request it tells of. */
export interface KnownLog {
  readonly name: string;
  readonly isWholeSeconds: boolean;
  readonly hasHost: boolean;
  /** False if it says nothing of the client's program. */
  readonly hasAgent?: boolean;
  /** True if it tells the address of a client by what a proxy put into X-Forwarded-For alone. */
  readonly isForwarded?: boolean;
  readonly text: (requests: readonly LoggedRequest[]) => string;
}

const lines =
  (line: (request: LoggedRequest, index: number) => string) => (requests: readonly LoggedRequest[]) =>
    `${requests.map(line).join('\n')}\n`;

/** A log in each of the formats, written by hand. */
export const knownLogs: readonly KnownLog[] = [
  {
    name: 'common',
    isWholeSeconds: true,
    hasHost: false,
    hasAgent: false,
    text: lines(
      ({ address, atMillis, method, path, status }) =>
        `${address} - - [${serverTime(atMillis)}] "${method} ${path} HTTP/1.1" ${status} 512`,
    ),
  },
  {
    name: 'combined',
    isWholeSeconds: true,
    hasHost: false,
    text: lines(
      ({ address, atMillis, method, path, status, agent }) =>
        `${address} - - [${serverTime(atMillis)}] "${method} ${path} HTTP/2.0" ${status} 512 "-" "${escaped(agent)}"`,
    ),
  },
  {
    name: 'combined with request time and host',
    isWholeSeconds: true,
    hasHost: true,
    text: lines(
      ({ address, atMillis, method, path, status, agent, host }, index) =>
        `${address} - - [${serverTime(atMillis)}] "${method} ${path} HTTP/1.1" ${status} ${index} "-" "${escaped(agent)}" 0.${index} "${host}"`,
    ),
  },
  {
    name: 'combined with a virtual host before it',
    isWholeSeconds: true,
    hasHost: true,
    text: lines(
      ({ address, atMillis, method, path, status, agent, host }) =>
        `${host} ${address} - - [${serverTime(atMillis)}] "${method} ${path} HTTP/1.1" ${status} 7 "-" "${escaped(agent)}"`,
    ),
  },
  {
    name: 'Kong’s format for nginx',
    isWholeSeconds: true,
    hasHost: false,
    text: lines(
      ({ address, atMillis, method, path, status, agent }, index) =>
        `${address} - - [${serverTime(atMillis)}] "${method} ${path} HTTP/1.1" ${status} 7 "-" "${escaped(agent)}" kong_request_id: "r${index}"`,
    ),
  },
  {
    name: 'Kong’s JSON',
    isWholeSeconds: false,
    hasHost: true,
    text: lines(({ address, atMillis, method, path, status, host, agent }, index) =>
      JSON.stringify({
        request: {
          id: `r${index}`,
          method,
          uri: path,
          url: `http://${host}:80${path}`,
          headers: { host, 'user-agent': agent },
          querystring: {},
          size: index,
        },
        response: { status, size: index, headers: { via: 'kong' } },
        latencies: { request: index, kong: 1, proxy: 2 },
        client_ip: address,
        started_at: atMillis,
        service: { name: 'orders' },
      }),
    ),
  },
  {
    name: 'Envoy',
    isWholeSeconds: false,
    hasHost: true,
    isForwarded: true,
    text: lines(
      ({ address, atMillis, method, path, status, host, agent }, index) =>
        `[${iso(atMillis)}] "${method} ${path} HTTP/2" ${status} - 0 ${index} 3 2 "${address}" "${escaped(agent)}" "id-${index}" "${host}" "10.0.0.1:80"`,
    ),
  },
  {
    name: 'Envoy with details',
    isWholeSeconds: false,
    hasHost: true,
    isForwarded: true,
    text: lines(
      ({ address, atMillis, method, path, status, host, agent }, index) =>
        `[${iso(atMillis)}] "${method} ${path} HTTP/2" ${status} - via_upstream - "-" 0 ${index} 3 2 "${address}" "${escaped(agent)}" "id-${index}" "${host}" "10.0.0.1:80" outbound|80||orders 10.0.0.2:1 10.0.0.3:2 10.0.0.4:3 - default`,
    ),
  },
  {
    name: 'JSON lines',
    isWholeSeconds: false,
    hasHost: true,
    text: lines(({ address, atMillis, method, path, status, host, agent }, index) =>
      JSON.stringify({
        timestamp: iso(atMillis),
        remote_addr: address,
        request: `${method} ${path} HTTP/1.1`,
        status,
        http_host: host,
        http_user_agent: agent,
        request_time: index / 1_000,
        request_id: `r${index}`,
      }),
    ),
  },
  {
    name: 'CSV',
    isWholeSeconds: false,
    hasHost: true,
    text: (requests) =>
      `time,client_ip,method,host,path,status,user_agent\n${lines(
        ({ address, atMillis, method, path, status, host, agent }) =>
          [iso(atMillis), address, method, host, path, status, quoted(agent)].join(','),
      )(requests)}`,
  },
  {
    name: 'lines with tabs, whole addresses and milliseconds since 1970',
    isWholeSeconds: false,
    hasHost: true,
    text: (requests) =>
      `ts\tremote_addr\tmethod\turl\tstatus\tuser_agent\n${lines(
        ({ address, atMillis, method, path, status, host, agent }) =>
          [atMillis, address, method, `http://${host}${path}`, status, quoted(agent)].join('\t'),
      )(requests)}`,
  },
  {
    name: 'HAR, as Activity exports it',
    isWholeSeconds: false,
    hasHost: true,
    isForwarded: true,
    text: (requests) =>
      JSON.stringify({
        log: {
          version: '1.2',
          entries: requests.map(({ address, atMillis, method, path, status, host, agent }) => ({
            startedDateTime: iso(atMillis),
            time: 3,
            request: {
              method,
              url: `http://${host}${path}`,
              headers: [
                { name: 'X-Forwarded-For', value: address },
                { name: 'User-Agent', value: agent },
              ],
            },
            response: { status },
          })),
        },
      }),
  },
];
