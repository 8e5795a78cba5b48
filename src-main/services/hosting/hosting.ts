import { certificateHosts, isLoopbackHost, type Reach } from '#main/platform/addresses.ts';
import type { CertificateAuthority } from '#main/platform/certificate-authority.ts';
import type { RecordExchange } from '#main/platform/exchange-draft.ts';
import type { FaultRegistry } from '#main/platform/faults.ts';
import type { HttpHandler } from '#main/platform/http.ts';
import { type Listener, openListener } from '#main/platform/listener.ts';
import type { Logger } from '#main/platform/ports.ts';
import { createServedNames } from '#main/platform/served-names.ts';
import type { StreamHandler } from '#main/platform/streaming.ts';
import type { ServiceStatus } from '#shared/api/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import type { Clock } from '#shared/time/clock.ts';

/** A service that can be started and stopped, and how it listens. */
export interface HostedService {
  readonly key: ServiceKey;
  readonly handler: HttpHandler | StreamHandler;
  readonly listen: () => Reach;
  /** Names that the user listed; absent: the service looks at the names of requests itself. */
  readonly allowedHosts?: (() => readonly string[]) | undefined;
  /** Largest request body that is read, in bytes; absent: as every service has it. */
  readonly bodyLimitBytes?: (() => number) | undefined;
}

/** Starts and stops the hosted services and says how they are. */
export interface Hosting {
  /** Starts one service; a failure is part of its status. */
  start(key: ServiceKey): Promise<ServiceStatus>;
  stop(key: ServiceKey): Promise<ServiceStatus>;
  /** Stops a service and starts it anew, with the settings that are in force then. */
  restart(key: ServiceKey): Promise<ServiceStatus>;
  status(): readonly ServiceStatus[];
  /** Base URL of a running service, or null. */
  url(key: ServiceKey): string | null;
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface HostingPorts {
  /** Ports that services of the workspace are configured for: none of them is proposed to another. */
  readonly reservedPorts: () => ReadonlySet<number>;
  /** Issues the certificates of the services that speak TLS. */
  readonly authority: CertificateAuthority;
  readonly record: RecordExchange;
  readonly faults: FaultRegistry;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Entry {
  readonly service: HostedService;
  state: ServiceStatus['state'];
  listener: Listener | null;
  problem: Problem | null;
  /** The last operation requested: the next waits for it. */
  turn: Promise<void>;
}

/** Makes the manager of the hosted services; none runs yet. */
export function createHosting(services: readonly HostedService[], ports: HostingPorts): Hosting {
  const entries = new Map<ServiceKey, Entry>(
    services.map((service) => [
      service.key,
      { service, state: 'stopped', listener: null, problem: null, turn: Promise.resolve() },
    ]),
  );
  const listeners = new Listeners();

  function entryOf(key: ServiceKey): Entry {
    const entry = entries.get(key);
    if (entry === undefined) throw new GatehouseError('api.not-found', `This version has no service ${key}.`);
    return entry;
  }

  async function start(entry: Entry): Promise<void> {
    const { service } = entry;
    if (entry.state === 'running') return;
    entry.state = 'starting';
    entry.problem = null;
    listeners.tell();
    try {
      const reach = service.listen();
      entry.listener = await listen(service, reach, ports);
      entry.problem = exposure(service.key, reach);
      entry.state = 'running';
    } catch (error) {
      entry.state = 'failed';
      if (!(error instanceof GatehouseError)) throw error;
      const { code, message } = error;
      entry.problem = error.toProblem();
      ports.logger.warn('service.failed', { service: service.key, code, message });
    } finally {
      listeners.tell();
    }
  }

  async function stop(entry: Entry): Promise<void> {
    await entry.listener?.close();
    entry.listener = null;
    entry.state = 'stopped';
    entry.problem = null;
    listeners.tell();
  }

  /** One after the other: a stop that comes while a service starts would find no listener, and leave one behind. */
  async function inTurn(key: ServiceKey, ...acts: readonly ((entry: Entry) => Promise<void>)[]) {
    const entry = entryOf(key);
    const turn = entry.turn.then(async () => {
      for (const act of acts) await act(entry);
    });
    entry.turn = turn.catch(() => undefined);
    await turn;
    return toStatus(entry);
  }

  return {
    start: (key) => inTurn(key, start),
    stop: (key) => inTurn(key, stop),
    restart: (key) => inTurn(key, stop, start),
    status: () => [...entries.values()].map(toStatus),
    url: (key) => entries.get(key)?.listener?.origin ?? null,
    onChange: listeners.add,
    async close() {
      await Promise.all([...entries.keys()].map((key) => inTurn(key, stop)));
    },
  };
}

/** Opens the listener of a service, with a certificate where it speaks TLS. */
async function listen(service: HostedService, reach: Reach, ports: HostingPorts): Promise<Listener> {
  const { key, handler, bodyLimitBytes, allowedHosts } = service;
  const { port, bind, publicUrl, tls } = reach;
  const certificate =
    tls === true ? await ports.authority.serverCertificate(certificateHosts(reach)) : undefined;
  const reservedPorts = ports.reservedPorts();
  const names =
    allowedHosts === undefined
      ? undefined
      : createServedNames({ service: key, bind, publicUrl, allowedHosts });
  return openListener({
    service: key,
    handler,
    port,
    bind,
    publicUrl,
    certificate,
    bodyLimitBytes,
    names,
    ...ports,
    reservedPorts,
  });
}

/** The warning of a service that others than this machine reach; it is the user's own choice. */
function exposure(key: ServiceKey, { bind }: Reach): Problem | null {
  if (isLoopbackHost(bind)) return null;
  const message = `The service ${key} listens on ${bind}, so other machines can reach it.`;
  return new GatehouseError('listener.exposed', message, {
    fix: 'Set bind to 127.0.0.1, unless other machines need access.',
    location: { file: 'gatehouse.json', pointer: `/services/${key}/bind` },
  }).toProblem('warning');
}

function toStatus({ service, state, listener, problem }: Entry): ServiceStatus {
  const counts = listener?.counts() ?? { requests: 0, errors: 0 };
  return {
    key: service.key,
    state,
    url: listener?.origin ?? null,
    port: listener?.port ?? service.listen().port,
    ...counts,
    problem,
  };
}
