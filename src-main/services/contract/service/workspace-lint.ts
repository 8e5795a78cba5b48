import { GatehouseError } from '#shared/errors/index.ts';
import type { LintContext } from '../linting/lint-context.ts';
import { type LintedSource, unread } from '../linting/lint-source.ts';
import type { TextArtefact } from '../linting/tasks.ts';
import type { ContractPorts } from './ports.ts';

/** How long changes of the workspace are gathered, in milliseconds. */
const settleMillis = 150;

/** Lints what the workspace holds, again whenever something in it changes. */
export interface WorkspaceLint {
  linted(): readonly LintedSource[];
  /** The text of a file that its findings count from; null: it was not linted. */
  textOf(file: string): string | null;
  /** Resolves when everything was linted once. */
  ready(): Promise<void>;
  /** Lints now what changed. */
  again(): Promise<void>;
  close(): void;
}

interface Known {
  readonly artefact: TextArtefact;
  readonly source: LintedSource;
}

/** Lints texts; where that fails, each by itself: the one that it fails with is an error, and hides no other. */
async function lintAll(
  worker: ContractPorts['worker'],
  context: LintContext,
  artefacts: readonly TextArtefact[],
): Promise<readonly LintedSource[]> {
  if (artefacts.length === 0) return [];
  try {
    return await worker.run('lintTexts', { context, artefacts });
  } catch (error) {
    if (!(error instanceof GatehouseError) || error.code === 'engine.stopped') throw error;
    const [only, ...others] = artefacts;
    if (only !== undefined && others.length === 0)
      return [unread(only.file, only.kind ?? 'json', located(error, only.file))];
    const linted: LintedSource[] = [];
    for (const artefact of artefacts) linted.push(...(await lintAll(worker, context, [artefact])));
    return linted;
  }
}

function located(error: GatehouseError, file: string): GatehouseError {
  return GatehouseError.fromProblem({ ...error.toProblem(), location: { file } });
}

/** Begins to follow the workspace. */
export function followWorkspace({
  workspace,
  worker,
  changed,
  contextChanged,
}: Pick<ContractPorts, 'workspace' | 'worker'> & {
  changed(): void;
  /** Sources linted elsewhere by the same context have to be linted again. */
  contextChanged(): void;
}): WorkspaceLint {
  let known = new Map<string, Known>();
  let knownContext = '';
  let timer: NodeJS.Timeout | null = null;
  let last: Promise<void> = lint();
  let isClosed = false;

  async function lint(): Promise<void> {
    const context = workspace.context();
    const { nowMillis: _now, ...lasting } = context;
    const contextKey = JSON.stringify(lasting);
    const artefacts = await workspace.artefacts();
    const isSame = ({ file, text }: TextArtefact) =>
      contextKey === knownContext && known.get(file)?.artefact.text === text;
    const fresh = artefacts.filter((artefact) => !isSame(artefact));
    if (contextKey !== knownContext && knownContext !== '') contextChanged();
    knownContext = contextKey;
    const isFewer = artefacts.length < known.size;
    if (fresh.length === 0 && !isFewer) return;
    const linted = await lintAll(worker, context, fresh);
    const next = new Map<string, Known>();
    const bySource = new Map(linted.map((source) => [source.file, source]));
    for (const artefact of artefacts) {
      const source = bySource.get(artefact.file) ?? known.get(artefact.file)?.source;
      if (source !== undefined) next.set(artefact.file, { artefact, source });
    }
    known = next;
    changed();
  }

  /** One after the other: the last result is the valid one. */
  function again(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    last = last.then(lint, lint);
    return last;
  }

  const stop = workspace.onChange(() => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      if (!isClosed) again().catch(() => undefined);
    }, settleMillis);
    timer.unref();
  });

  return {
    linted: () => [...known.values()].map(({ source }) => source),
    textOf: (file) => known.get(file)?.artefact.text ?? null,
    ready: () => last,
    again,
    close() {
      isClosed = true;
      stop();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
