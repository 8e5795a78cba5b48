import type { ConnectorWalk } from '#shared/api/connectors.ts';
import type { PageVariables, RemoteStep, WalkedPage } from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { HostError } from '../management/host-error.ts';
import type { Connector } from '../ports.ts';
import { filterOf, typeOf } from './perform.ts';
import { refusal } from './run.ts';

const keptBodyCharacters = 65_536;

export interface WalkOptions {
  readonly objectType: string;
  readonly filter: string;
  readonly pageSize: number;
  readonly maximumPages: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Goes through the pages of a query one by one, and says of each how it was asked for and what was new in it.
 * @throws connector.refused where type or filter are none; what the remote does wrong ends the walk instead
 */
export async function walkPages(connector: Connector, options: WalkOptions): Promise<ConnectorWalk> {
  const { type, filter } = readOptions(connector, options);
  const steps: RemoteStep[] = [];
  const call = { steps, ...(options.signal === undefined ? {} : { signal: options.signal }) };
  const pages: WalkedPage[] = [];
  let records = 0;
  try {
    const { pageSize } = options;
    for await (const page of connector.walk(
      type.compiled.name,
      { filter, pageSize, wanted: 'default' },
      call,
    )) {
      const step = steps.findLast(({ purpose }) => purpose.kind === 'main');
      if (step === undefined) break;
      records += page.newRecords;
      pages.push({
        strategy: page.variables.strategy,
        variables: variablesOf(page.variables),
        step: cutStep(step),
        records: page.uids.length,
        newRecords: page.newRecords,
        firstUid: page.uids[0] ?? null,
        lastUid: page.uids.at(-1) ?? null,
        cookie: page.cookie,
      });
      if (page.stop !== null) return { pages, stop: page.stop, records };
      if (pages.length >= options.maximumPages) return { pages, stop: 'page-limit', records };
    }
    return { pages, stop: 'empty-page', records };
  } catch (error) {
    const step = steps.at(-1);
    if (!(error instanceof GatehouseError) || step === undefined) throw error;
    return { pages: [...pages, failedPage(step)], stop: 'failed', records };
  }
}

function readOptions(connector: Connector, options: WalkOptions) {
  try {
    const type = typeOf(connector, options.objectType);
    return { type, filter: filterOf(options, type) };
  } catch (error) {
    throw error instanceof HostError ? refusal(error) : error;
  }
}

/** Of a thousand pages not every byte is kept. */
function cutStep(step: RemoteStep): RemoteStep {
  const { response } = step;
  if (response === null || response.body.length <= keptBodyCharacters) return step;
  return {
    ...step,
    response: { ...response, body: response.body.slice(0, keptBodyCharacters), isCut: true },
  };
}

/** The request that failed tells why. */
function failedPage(step: RemoteStep): WalkedPage {
  return {
    strategy: null,
    variables: {},
    step,
    records: 0,
    newRecords: 0,
    firstUid: null,
    lastUid: null,
    cookie: null,
  };
}

function variablesOf({ pageSize, offset, cookie }: PageVariables): Readonly<Record<string, string | number>> {
  return {
    ...(pageSize === null ? {} : { _pageSize: pageSize }),
    ...(offset === null ? {} : { _pagedResultsOffSet: offset }),
    ...(cookie === null ? {} : { _pagedResultsCookie: cookie }),
  };
}
