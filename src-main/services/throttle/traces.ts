import { GatehouseError } from '#shared/errors/index.ts';
import type { TrafficTrace } from '#shared/throttle/traffic/schema.ts';
import type { Random } from '#shared/time/clock.ts';

const maxTraces = 8;

/** Recorded requests that traffic refers to; they stay in the engine. */
export interface TraceStore {
  add(trace: TrafficTrace): string;
  /** @throws api.not-found */
  get(id: string): TrafficTrace;
}

/** Makes an empty store; of more than eight traces the oldest is forgotten. */
export function createTraceStore(random: Random): TraceStore {
  const traces = new Map<string, TrafficTrace>();
  return {
    add(trace) {
      const id = Buffer.from(random.bytes(9)).toString('base64url');
      traces.set(id, trace);
      const oldest = traces.keys().next().value;
      if (traces.size > maxTraces && oldest !== undefined) traces.delete(oldest);
      return id;
    },
    get(id) {
      const trace = traces.get(id);
      if (trace === undefined)
        throw new GatehouseError('api.not-found', 'These recorded requests are no longer held.', {
          fix: 'Import them again, or open the traffic file anew.',
        });
      return trace;
    },
  };
}
