import { GatehouseError } from '#shared/errors/index.ts';
import { fieldFault } from '../platform/field-fault.ts';
import type { SendRecorded } from '../services/activity/index.ts';
import { createScripting, type Scripting } from '../services/scripting/index.ts';
import type { Workspace, WorkspaceTrust } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Text that may be a token or a secret: scripts log whatever they like, and the log must not hold it. */
const tokenLike = /[\w.~+/=-]{20,}/g;

/** Composes the runner for the scripts of the workspace; their requests are recorded as the gateway's. */
export function composeScripting(
  { workers, startProcess, logger, realClock }: EnginePorts,
  parts: {
    readonly workspace: Workspace;
    readonly send: SendRecorded;
    readonly trust: Pick<WorkspaceTrust, 'admitScript'>;
  },
): Scripting {
  const { workspace, send, trust } = parts;
  const scripting = createScripting({
    directory: workspace.directory,
    workerUrl: new URL(workers.script),
    start: startProcess,
    nowMillis: () => realClock.nowMillis(),
    noteBroken: (error) => logger.error('script.broken', { error }),
    log: (level, text) => logger.info('script.said', { level, text: text.replaceAll(tokenLike, '…') }),
    async send({ method, uri, headers, entity }) {
      const { origin, pathname, search, host } = new URL(uri);
      const body = entity === null || entity === undefined ? '' : textOf(entity);
      const fields = Object.entries(headers).flatMap(([name, value]) =>
        [value].flat().flatMap((each) => [name, each]),
      );
      const fault = fieldFault(method, fields);
      if (fault !== null)
        throw new GatehouseError('script.failed', fault, { fix: 'Fix the request that the script sends.' });
      const length = body === '' ? [] : ['Content-Length', String(Buffer.byteLength(body))];
      const { response } = await send(
        {
          method,
          origin,
          target: `${pathname}${search}`,
          headers: ['Host', host, ...fields, ...length],
          body,
        },
        { service: 'gateway', tags: ['script'] },
      );
      return {
        status: response.status,
        headers: groupedHeaders(response.headers),
        body: response.body.toString('utf8'),
      };
    },
  });
  return {
    ...scripting,
    rateScript(declaration) {
      const { source } = declaration;
      trust.admitScript(typeof source === 'string' ? { text: source } : source);
      return scripting.rateScript(declaration);
    },
    async evaluate(script, bindings, signal) {
      trust.admitScript({ text: script.source });
      return scripting.evaluate(script, bindings, signal);
    },
  };
}

function textOf(entity: unknown): string {
  return typeof entity === 'string' ? entity : JSON.stringify(entity);
}

function groupedHeaders(raw: readonly string[]): Record<string, string[]> {
  const grouped: Record<string, string[]> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    grouped[name] = [...(Object.hasOwn(grouped, name) ? (grouped[name] ?? []) : []), raw[index + 1] ?? ''];
  }
  return grouped;
}
