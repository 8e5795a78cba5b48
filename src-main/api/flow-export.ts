import { viewExchange } from '#main/services/activity/index.ts';
import { type ExportedText, runToMarkdown, scriptToCurl } from '#main/services/flows/pure/export/index.ts';
import type { ExchangeView } from '#shared/api/index.ts';
import type { ToldRunFormat } from '#shared/exports/index.ts';
import type { Slice } from './ports.ts';

/** Parts of the engine that a run is exported from. */
type RunParts = Slice<'flows' | 'hosting' | 'recorder'>;

type Writer = (engine: RunParts, runId: string) => Promise<ExportedText>;

const writers: Readonly<Record<ToldRunFormat, Writer>> = {
  async curl(engine, runId) {
    const { script, values } = await engine.flows.written(runId);
    return scriptToCurl(script, values);
  },
  async markdown(engine, runId) {
    const { values } = await engine.flows.written(runId);
    const { steps, target, ...run } = engine.flows.get(runId);
    const exported = steps.map(async (step) => ({
      ...step,
      exchange: await viewOf(engine, step.clientExchangeId ?? step.serverExchangeId),
    }));
    const secrets = [...values].flatMap(([name, { value, isSecret }]) =>
      isSecret ? [[name, value] as const] : [],
    );
    const server = target ?? engine.hosting.url('authorizationServer') ?? 'the hosted server';
    return runToMarkdown({ ...run, server, steps: await Promise.all(exported) }, new Map(secrets));
  },
};

/** A run as a text to keep or to pass on; secrets are masked. @throws api.not-found */
export function exportRun(engine: RunParts, runId: string, format: ToldRunFormat): Promise<ExportedText> {
  return writers[format](engine, runId);
}

async function viewOf(engine: Slice<'recorder'>, exchangeId: string | null): Promise<ExchangeView | null> {
  const exchange = exchangeId === null ? null : await engine.recorder.get(exchangeId);
  return exchange === null ? null : viewExchange(exchange, null);
}
