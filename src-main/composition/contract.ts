import { join } from 'node:path';
import type { ImportService } from '#main/services/consents/index.ts';
import {
  ContractService,
  type ContractWorkspace,
  createLintWorker,
  type LintContext,
  loadContractHistory,
  type TextArtefact,
} from '#main/services/contract/index.ts';
import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { contractSourcesFolder } from '../platform/ports.ts';
import type { ActivityLog, HarImport, Recorder } from '../services/activity/index.ts';
import type { JobService } from '../services/jobs/index.ts';
import { type FileEditor, textNow, versionOf, type Workspace } from '../workspace/index.ts';
import { once } from './deferred.ts';
import { lintContextOf, lintSettingsOf } from './lint-context.ts';
import type { EnginePorts } from './ports.ts';

/** Parts that the linter works with, besides the engine's own ports. */
export interface ContractParts {
  readonly workspace: Workspace;
  readonly editor: FileEditor;
  readonly recorder: Recorder;
  readonly harImport: HarImport;
  readonly activity: ActivityLog;
  readonly jobs: JobService;
  readonly imports: () => Promise<ImportService>;
  /** Base URL of a hosted service, as it runs or would run. */
  readonly serviceUrl: (key: ServiceKey) => string;
  readonly onServicesChange: (listener: () => void) => void;
}

/** The history of the contract and the linter of a workspace. */
export function composeContract(ports: EnginePorts, parts: ContractParts): ContractService {
  const { realClock: clock, random, storage, workers, startProcess, stateDirectory } = ports;
  const directory = join(ports.sampleWorkspace, '..', 'contract');
  return new ContractService({
    history: loadContractHistory(directory),
    sample: join(directory, 'sample.har'),
    directory: join(stateDirectory, contractSourcesFolder),
    workspace: contractWorkspace(ports, parts),
    worker: createLintWorker(new URL(workers.contract), directory, startProcess),
    jobs: parts.jobs,
    records: storage.records,
    clock,
    random,
    follow(listener) {
      const ends = [
        parts.recorder.follow(listener),
        parts.harImport.follow((exchanges) => listener({ exchanges })),
      ];
      return () => ends.forEach((end) => end());
    },
    noteExchanges: parts.activity.noteContract,
  });
}

function contractWorkspace(ports: EnginePorts, parts: ContractParts): ContractWorkspace {
  const { workspace, editor, imports, serviceUrl } = parts;
  const hostedUrls = () => serviceKeys.map(serviceUrl);
  const listeners = new Listeners();
  const followed = once(async () => {
    const service = await imports();
    // Jobs that go on change no import.
    service.onChange((id) => id !== '' && listeners.tell());
    return service;
  });
  workspace.onChange(listeners.tell);
  parts.onServicesChange(listeners.tell);
  let known: { readonly key: string; readonly context: LintContext } | null = null;
  return {
    context() {
      const nowMillis = ports.realClock.nowMillis();
      const key = [workspace.revision, ...hostedUrls()].join(' ');
      if (known?.key !== key) known = { key, context: lintContextOf(workspace, serviceUrl, nowMillis) };
      return { ...known.context, nowMillis };
    },
    hostedUrls,
    async artefacts() {
      const jobs = (await followed()).list();
      return [
        ...workspaceArtefacts(workspace),
        ...jobs.flatMap(({ job, isForgotten }): readonly TextArtefact[] =>
          isForgotten ? [] : [{ file: `consents/${job.id}`, kind: 'import', text: JSON.stringify(job) }],
        ),
      ];
    },
    settings: () => lintSettingsOf(workspace),
    read(file) {
      const text = textNow(workspace.directory, file);
      return text === null ? null : { text, version: versionOf(text) };
    },
    async write(file, text, baseVersion) {
      const { version } = await editor.write(file, text, baseVersion);
      return { text, version };
    },
    onChange: listeners.add,
  };
}

/** The files of a workspace that are linted. */
function workspaceArtefacts({ files }: Pick<Workspace, 'files'>): readonly TextArtefact[] {
  return files.flatMap(({ kind, file, document }): readonly TextArtefact[] =>
    (kind === 'connector' || kind === 'flow') && document !== null
      ? [{ file, kind, text: document.text }]
      : [],
  );
}
