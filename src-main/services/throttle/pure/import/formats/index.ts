import type { TraceKind } from '#shared/throttle/traffic/trace-formats.ts';
import type { LogFormat } from '../sink.ts';
import { accessLog } from './access-log.ts';
import { csv } from './csv.ts';
import { envoy } from './envoy.ts';
import { har } from './har.ts';
import { jsonLines } from './json-lines.ts';
import { kong } from './kong.ts';

/** The formats of logs, in the order in which a text is tried: what fits more texts comes later. */
export const logFormats: Readonly<Record<TraceKind, LogFormat>> = {
  har,
  kong,
  envoy,
  'access-log': accessLog,
  ndjson: jsonLines,
  csv,
};
