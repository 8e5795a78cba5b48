import type { VerifiedRecording } from '#shared/api/connectors.ts';
import type { ConnectorRun } from '#shared/connectors/index.ts';
import type { RecordingFile } from '#shared/connectors/recording.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { diffJson, type JsonChange } from '#shared/workspace/three-way.ts';
import type { Performance } from './perform.ts';
import { createReplay, type Difference } from './replay.ts';
import { runOperation } from './run.ts';

type Player = Omit<Performance, 'call' | 'input'>;

/** Repeats the recorded operation with the recorded answers, and reports the differences of the requests. */
export async function playRecording(
  player: Player,
  recording: RecordingFile,
  clock: Clock,
): Promise<{ readonly run: ConnectorRun; readonly differences: readonly Difference[] }> {
  const { operation, objectType, serviceUri } = recording;
  const now = player.connector.document.configurationProperties.serviceUri ?? serviceUri;
  const replay = createReplay(recording, now);
  const { run } = await runOperation(
    { ...player, input: { ...recording.input, operation, objectType, script: null } },
    { id: '', clock, isDryRun: false, replay },
  );
  return { run, differences: replay.differences() };
}

/** Plays a recording against a configuration, without the network, and compares its requests and results. */
export async function verifyRecording(
  player: Player,
  {
    file,
    name,
    recording,
  }: { readonly file: string; readonly name: string; readonly recording: RecordingFile },
  clock: Clock,
): Promise<VerifiedRecording> {
  const { run, differences: asked } = await playRecording(player, recording, clock);
  const outcome: readonly Difference[] =
    (run.problem?.code ?? null) === recording.problem
      ? resultDifferences(recording.result, run.result)
      : [
          {
            what: 'The outcome differs.',
            pointer: '/problem',
            expected: recording.problem,
            actual: run.problem === null ? null : `${run.problem.code}: ${run.problem.message}`,
          },
        ];
  const differences = [...asked, ...outcome];
  return { file, name, verdict: differences.length === 0 ? 'PASSED' : 'FAILED', differences };
}

function resultDifferences(recorded: JsonValue, result: JsonValue): readonly Difference[] {
  // A revision is made of the rest: it says nothing that the rest does not.
  return changesIn(recorded, result)
    .filter(({ pointer }) => !pointer.endsWith('/_rev'))
    .map(({ pointer, before, after }) => ({
      what: 'The result differs.',
      pointer: `/result${pointer}`,
      expected: before ?? null,
      actual: after ?? null,
    }));
}

/** Lists of the same length are compared element by element: those of records are. */
function changesIn(before: JsonValue | undefined, after: JsonValue | undefined): readonly JsonChange[] {
  return diffJson(before, after).flatMap((change): readonly JsonChange[] => {
    const { pointer, before: one, after: other } = change;
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return [change];
    return (one as readonly JsonValue[]).flatMap((item, index) =>
      changesIn(item, (other as readonly JsonValue[])[index]).map((inner) => ({
        ...inner,
        pointer: `${pointer}/${index}${inner.pointer}`,
      })),
    );
  });
}
