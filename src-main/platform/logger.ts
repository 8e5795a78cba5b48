import { redactText, redactValue } from '#shared/exchange/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Logger } from './ports.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Makes a logger that writes one redacted JSON line an event to `write`, from `minimum` up. */
export function createLogger(
  clock: Clock,
  write: (line: string) => void,
  minimum: LogLevel = 'info',
): Logger {
  const log = (level: LogLevel) => (event: string, fields?: Record<string, unknown>) => {
    if (order.indexOf(level) < order.indexOf(minimum)) return;
    const redacted = fields === undefined ? {} : (redactValue(fields) as Record<string, unknown>);
    write(
      JSON.stringify({
        at: new Date(clock.nowMillis()).toISOString(),
        level,
        event: redactText(event),
        ...redacted,
      }),
    );
  };
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
