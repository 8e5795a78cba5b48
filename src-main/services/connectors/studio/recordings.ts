import type { VerifiedRecording } from '#shared/api/connectors.ts';
import type { ConnectorDocument } from '#shared/connectors/index.ts';
import { type RecordingFile, recordingFileSchema } from '#shared/connectors/recording.ts';
import type { Clock } from '#shared/time/clock.ts';
import { workspaceFileAt } from '#shared/workspace/index.ts';
import type { ManagementPorts } from '../management/context.ts';
import type { Connector } from '../ports.ts';
import type { System, SystemsPorts } from '../systems/systems.ts';
import { recordingOf } from './recording.ts';
import type { KeptRun } from './run.ts';
import { playRecording, verifyRecording } from './verify.ts';

/** A file with a recording. */
export interface NamedRecording {
  readonly file: string;
  readonly name: string;
  /** null: the file cannot be read. */
  readonly recording: RecordingFile | null;
}

/** The recordings among the files of a workspace. */
export function namedRecordings(files: readonly RecordingCandidate[]): readonly NamedRecording[] {
  return files
    .filter(({ kind }) => kind === 'recording')
    .map(({ file, document }) => {
      const parsed = recordingFileSchema.safeParse(document?.value);
      const name = workspaceFileAt(file)?.name ?? file;
      return { file, name, recording: parsed.success ? parsed.data : null };
    });
}

/** A file of a workspace; `document` is null where it cannot be parsed. */
interface RecordingCandidate {
  readonly kind: string;
  readonly file: string;
  readonly document: { readonly value: unknown } | null;
}

/** Dependencies for playing recordings. */
interface RecordingPorts {
  readonly management: ManagementPorts;
  readonly open: SystemsPorts['open'];
  readonly recordings: () => readonly NamedRecording[];
  readonly clock: Clock;
}

/**
 * The recording of a run. Its result is computed from the masked answers, so that it holds no further secret.
 * @throws connector.refused if the run cannot be played again
 */
export async function playableRecording(ports: RecordingPorts, kept: KeptRun): Promise<RecordingFile> {
  const recording = recordingOf(kept);
  const { document, name, file } = kept.system;
  if (document === null) return recording;
  const connector = ports.open({ file, name }, document);
  try {
    const player = { ports: ports.management, system: { ...kept.system, connector }, connector };
    const { run } = await playRecording(player, recording, ports.clock);
    return { ...recording, result: run.result, problem: run.problem?.code ?? null };
  } finally {
    await connector.close();
  }
}

/** Plays every recording of a connector. */
export async function verifyAll(
  ports: RecordingPorts,
  system: Pick<System, 'file' | 'name'>,
  document: ConnectorDocument,
  systemOf: (connector: Connector) => System,
): Promise<readonly VerifiedRecording[]> {
  const verdicts: VerifiedRecording[] = [];
  for (const { recording, ...each } of ports.recordings()) {
    if (recording === null) verdicts.push(unreadable(each));
    if (recording?.system !== system.name) continue;
    // Of its own: a token that another recording brought would be missing in this one.
    const connector = ports.open(system, document);
    try {
      const performance = { ports: ports.management, system: systemOf(connector), connector };
      verdicts.push(await verifyRecording(performance, { ...each, recording }, ports.clock));
    } finally {
      await connector.close();
    }
  }
  return verdicts;
}

/** Nobody knows which connector it is of: it proves nothing of any. */
function unreadable({ file, name }: Omit<NamedRecording, 'recording'>): VerifiedRecording {
  const what = 'The recording cannot be read. See Problems for the cause.';
  return {
    file,
    name,
    verdict: 'FAILED',
    differences: [{ what, pointer: '', expected: null, actual: null }],
  };
}
