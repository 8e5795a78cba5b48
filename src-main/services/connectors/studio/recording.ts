import type { ConnectorRun } from '#shared/connectors/index.ts';
import type { RecordingFile } from '#shared/connectors/recording.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { mask } from '#shared/exchange/index.ts';
import { hostTypes } from '../management/records.ts';
import { isPasswordName } from '../remote/masking.ts';
import type { KeptRun } from './run.ts';

/** The file of a run, secrets masked. @throws connector.refused where the run cannot be played again */
export function recordingOf(kept: KeptRun): RecordingFile {
  const { run, input, wholeBodies, serviceUri } = kept;
  requirePlayable(run);
  const { uid, filter, pageSize, offset, cookie, fields } = input;
  return {
    system: run.system,
    operation: run.operation,
    objectType: run.objectType,
    serviceUri,
    input: { uid, attributes: masked(kept), filter, pageSize, offset, cookie, fields: [...fields] },
    exchanges: run.steps.map((step) => {
      const { purpose, request, response } = step;
      return {
        purpose,
        request: { ...request, headers: pairs(request.headers) },
        response:
          response === null
            ? null
            : {
                status: response.status,
                reason: response.reason,
                headers: pairs(response.headers),
                body: wholeBodies.get(step) ?? response.body,
              },
      };
    }),
    result: run.result,
    problem: run.problem?.code ?? null,
  };
}

function requirePlayable({ operation, isDryRun, steps }: ConnectorRun): void {
  const why = isDryRun
    ? 'A dry run has no responses to replay.'
    : operation === 'SCRIPT'
      ? 'Script runs cannot be replayed.'
      : steps.some(({ response }) => response === null)
        ? 'A request of this run received no response.'
        : null;
  if (why !== null)
    throw new GatehouseError('connector.refused', why, {
      fix: 'Record a run in which the remote system responded.',
    });
}

/** Requests show passwords masked, too: playing the recording makes the same ones. */
function masked({
  input: { attributes, objectType },
  system,
}: KeptRun): RecordingFile['input']['attributes'] {
  const type =
    system.connector === null
      ? undefined
      : hostTypes(system.connector.document, system.connector.types).get(objectType);
  const isPassword = (name: string) => isPasswordName(name) || isPasswordName(type?.toNative(name) ?? '');
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      isPassword(name) && value !== null ? mask : value,
    ]),
  );
}

function pairs(list: readonly (readonly [string, string])[]): [string, string][] {
  return list.map(([name, value]) => [name, value]);
}
