import { ask, type Child, programPath, startNode } from './child.ts';

/** The requests to send, how often, and for how long. */
export interface Load {
  readonly port: number;
  /** Absent: POST. */
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  /** Header lines as they go over the wire, without Host and Content-Length. */
  readonly headers: readonly string[];
  /** Of a GET there is none. */
  readonly body: string;
  /** The status that every answer has to have; absent: 200. */
  readonly status?: number;
  readonly connections: number;
  /** Null: as fast as the answers come. */
  readonly requestsPerSecond: number | null;
  readonly durationMillis: number;
  /** True if each request brings a DPoP proof of its own for this path. */
  readonly isProven?: boolean;
  /** Ends the load before its time, where it has no pace. */
  readonly maxRequests?: number;
}

/** The observations of the load generator. */
export interface LoadReport {
  readonly requests: number;
  /** Answers with another status than the one that is wanted, and connections that broke. */
  readonly failures: number;
  readonly firstFailure: string | null;
  readonly elapsedMillis: number;
  /** From the sending of a request to the end of its answer; 0 where the load has no pace. */
  readonly p50Millis: number;
  readonly p99Millis: number;
}

/** A load generator in a process of its own, so that its cost is not the server's. */
export interface LoadGenerator {
  /** @throws Error where an answer has another status than the one that is wanted */
  run(load: Load): Promise<LoadReport>;
  close(): Promise<void>;
}

/**
 * Sends a load from a program, and waits for its report.
 * @throws Error where something of it failed
 */
export async function reported(child: Child, load: object): Promise<LoadReport> {
  const report = await ask<LoadReport>(child, load);
  if (report.failures > 0)
    throw new Error(`${report.failures} of ${report.requests} requests failed: ${report.firstFailure}`);
  return report;
}

/** Starts a load generator. */
export async function startLoadGenerator(): Promise<LoadGenerator> {
  const child = await startNode([programPath('load-generator.ts')], { hasChannel: true });
  return {
    run: (load) => reported(child, load),
    close: () => child.stop(),
  };
}

/** The form of a client of the token endpoint that shows `id:secret` by HTTP Basic. RFC 6749 §2.3.1. */
export function tokenRequest(credentials: string, form: Readonly<Record<string, string>>) {
  return {
    headers: [
      `Authorization: Basic ${Buffer.from(credentials).toString('base64')}`,
      'Content-Type: application/x-www-form-urlencoded',
    ],
    body: new URLSearchParams(form).toString(),
  };
}

/** The port of a base URL. */
export function portOf(url: string): number {
  return Number(new URL(url).port);
}
