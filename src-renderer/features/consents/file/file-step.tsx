import { useQuery } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note, ProblemNote } from '#renderer/ui/note.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import type { SourcePreview } from '#shared/consents/index.ts';
import { useKeptImport } from '../kept-imports.ts';
import { planAhead } from '../plan-ahead.ts';
import { Ghosts } from '../skeleton.tsx';
import { StepFoot } from '../step-foot.tsx';
import { type OpenImport, stepOf } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { FileProblems, isOfFile } from './file-problems.tsx';
import { PreviewTable } from './preview-table.tsx';
import { type GivenReading, NonAscii, ReadingPane } from './reading-pane.tsx';

const messages = importMessages.imports.file;

/** The preview of the beginning of the file, read with the settings given; the others are guessed. */
function usePreview(id: string, given: GivenReading, isThere: boolean) {
  const { orpc } = useApi();
  return useQuery({
    ...orpc.imports.preview.queryOptions({ input: { id, reading: given } }),
    placeholderData: (before) => before,
    enabled: isThere,
    gcTime: 10_000,
  });
}

interface MissingProps {
  readonly state: OpenImport;
  readonly error: Error | null;
  readonly isSlow: boolean;
}

interface ReadFootProps {
  readonly state: OpenImport;
  /** The preview shows the reading that the file was read by. */
  readonly isSame: boolean;
  readonly found: SourcePreview | undefined;
}

/** Why there is nothing to see, where there is not. */
function Missing({ state, error, isSlow }: MissingProps) {
  return (
    <>
      {state.view.state === 'receiving' ? (
        <Note kind="warning" title={messages.incompleteTitle}>
          <p>{messages.incompleteText}</p>
        </Note>
      ) : null}
      {error === null ? null : <ProblemNote problem={toProblem(error)} />}
      {isSlow ? <Ghosts rows={12} /> : null}
    </>
  );
}

/** The foot of the step: the file is read, or read again. */
function ReadFoot({ state, isSame, found }: ReadFootProps) {
  const { view, id, act, isLocked, isWorking, isActing } = state;
  const [, keep] = useKeptImport(id);
  const isRead = view.done.includes('file');
  const read = () => {
    if (found === undefined) return;
    act(
      (client) => client.imports.read({ id, reading: found.reading }),
      () => keep({ reading: null }),
    );
  };
  const plan = () => {
    if (found === undefined) return;
    act(
      (client) => planAhead(client, id, found.reading),
      (planned) => {
        keep({ reading: null });
        state.go(stepOf(planned));
      },
    );
  };
  return (
    <StepFoot state={state} isNextMain={isRead && isSame}>
      <span className="help">
        {view.rows !== null && isRead
          ? messages.wasRead(view.rows, view.columns.length)
          : isLocked
            ? null
            : messages.planHelp}
      </span>
      {isLocked || isRead ? null : (
        <Button disabled={found === undefined || isWorking || isActing} onPress={plan}>
          {messages.plan}
        </Button>
      )}
      {isLocked ? null : (
        <Button
          kind={isRead && isSame ? 'quiet' : 'ink'}
          disabled={found === undefined || isWorking || isActing}
          onPress={read}
        >
          {isRead ? messages.readAgain : messages.read}
        </Button>
      )}
    </StepFoot>
  );
}

/** The first step: how the file is read. */
export function FileStep({ state }: { readonly state: OpenImport }) {
  const { view, id } = state;
  const [kept, keep] = useKeptImport(id);
  const given = kept.reading ?? view.job.reading ?? {};
  const isThere = view.state !== 'receiving' && !view.isForgotten;
  const { data: found, error } = usePreview(id, given, isThere);
  const isSlow = useDelayed(isThere && found === undefined && error === null);
  const isSame = kept.reading === null;
  const isFixed = state.isLocked || state.isWorking;
  const change = (reading: GivenReading) => keep({ reading });
  return (
    <>
      <div className="imp-body sided">
        <div className="imp-main">
          <Missing state={state} error={error} isSlow={isSlow} />
          <FileProblems problems={[...view.problems.filter(isOfFile), ...(found?.problems ?? [])]} />
          {found === undefined ? null : (
            <PreviewTable
              preview={found}
              isLocked={isFixed}
              onHeader={(headerRow) => change({ ...given, kind: found.reading.kind, headerRow })}
            />
          )}
        </div>
        <aside className="imp-side" aria-label={messages.how}>
          {found === undefined ? null : (
            <>
              <ReadingPane
                preview={found}
                given={given}
                isChosen={!isSame}
                isLocked={isFixed}
                onChange={change}
              />
              <NonAscii preview={found} />
            </>
          )}
        </aside>
      </div>
      <ReadFoot state={state} isSame={isSame} found={found} />
    </>
  );
}
