import { Search } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { formatDateTime } from '#renderer/words/format.ts';
import type { ImportTarget } from '#shared/api/index.ts';
import type { ImportMatches, Mapping } from '#shared/consents/index.ts';
import { StepFoot } from '../step-foot.tsx';
import type { OpenImport } from '../use-import.ts';
import { useTargets } from '../use-targets.ts';
import { importMessages } from '../words.ts';
import { addSandbox, sandboxName } from './add-sandbox.ts';
import { bucketsOf, knownValues, type Match, MatchTable } from './match-table.tsx';
import { PickUserDialog } from './pick-user-dialog.tsx';
import { ReplaceDialog, type Replacement } from './replace-dialog.tsx';
import { TargetChoice } from './target-choice.tsx';
import { TextWarnings } from './text-warnings.tsx';
import { Reconsent, Texts } from './texts.tsx';

const messages = importMessages.imports.match;

/** The column that a part of a mapping is taken from; null: it is the same for all rows. */
function columnOf(part: Mapping['agreement'] | Mapping['language'] | undefined): string | null {
  return part !== undefined && 'column' in part ? part.column : null;
}

interface ValuesProps {
  readonly state: OpenImport;
  readonly title: string;
  readonly column: string | null;
  readonly matches: readonly Match[];
}

/** Agreements or languages of the file, with their targets. */
function Values({ state, title, column, matches }: ValuesProps) {
  const [replacement, setReplacement] = useState<Replacement | null>(null);
  const { act, id, isLocked, isWorking } = state;
  const isOpen = matches.some(({ outcome }) => outcome !== 'matched');
  return (
    <>
      <MatchTable
        title={title}
        matches={matches}
        counts={bucketsOf(matches)}
        act={column === null || isLocked || isWorking ? null : messages.replace}
        actLabel={messages.replaceOf}
        help={column === null && isOpen ? messages.constant : null}
        onAct={({ value, rows }) =>
          setReplacement({
            column: column ?? '',
            from: value,
            rows,
            offered: knownValues(matches),
          })
        }
      />
      {replacement === null ? null : (
        <ReplaceDialog
          replacement={replacement}
          onClose={() => setReplacement(null)}
          onReplace={(to) => {
            setReplacement(null);
            const { column: of, from } = replacement;
            act((client) => client.imports.fix({ id, fixes: [{ kind: 'replace', column: of, from, to }] }));
          }}
        />
      )}
    </>
  );
}

/** Users of the file that are none of the platform, or more than one. */
function Users({ state, matches }: { readonly state: OpenImport; readonly matches: ImportMatches }) {
  const [picked, setPicked] = useState<Match | null>(null);
  const { act, id, isLocked, isWorking } = state;
  const { users, unmatchedUsers } = matches;
  const isFixed = isLocked || isWorking;
  const isMore = users.ambiguous + users.missing > unmatchedUsers.length;
  return (
    <>
      <MatchTable
        title={messages.users}
        matches={unmatchedUsers}
        counts={users}
        act={isFixed ? null : messages.pick}
        actLabel={messages.pickOf}
        onAct={setPicked}
        help={unmatchedUsers.length === 0 ? messages.usersAllMatched : isMore ? messages.userRest : null}
        groupAct={
          users.missing === 0 || isFixed
            ? null
            : {
                label: messages.exclude,
                run: () =>
                  act((client) =>
                    client.imports.fix({ id, fixes: [{ kind: 'exclude-outcome', outcome: 'unknown-user' }] }),
                  ),
              }
        }
      />
      {picked === null ? null : (
        <PickUserDialog
          importId={id}
          userKey={picked.value}
          candidates={picked.candidates}
          onClose={() => setPicked(null)}
          onPick={(user) => {
            setPicked(null);
            act((client) =>
              client.imports.fix({
                id,
                fixes: [{ kind: 'pick-user', key: picked.value, userId: user.id }],
              }),
            );
          }}
        />
      )}
    </>
  );
}

interface FoundProps {
  readonly state: OpenImport;
  readonly matches: ImportMatches;
  readonly target: ImportTarget | null;
}

function Found({ state, matches, target }: FoundProps) {
  const { mapping } = state.view.job;
  return (
    <>
      <Reconsent state={state} advice={matches.reconsent} target={target} />
      <TextWarnings texts={matches.texts} />
      <Users state={state} matches={matches} />
      <Values
        state={state}
        title={messages.agreements}
        column={columnOf(mapping?.agreement)}
        matches={matches.agreements}
      />
      <Values
        state={state}
        title={messages.languages}
        column={columnOf(mapping?.language)}
        matches={matches.languages}
      />
      <Texts texts={matches.texts} />
    </>
  );
}

/** The third step: the targets of the values of the file. */
export function MatchStep({ state }: { readonly state: OpenImport }) {
  const { view, id, act, isLocked, isWorking, isActing } = state;
  const { targets, target, error } = useTargets(state);
  // While rows are matched anew, the former results stay in view.
  const [known, setKnown] = useState(view.matches);
  if (view.matches !== null && view.matches !== known) setKnown(view.matches);
  const matches = view.matches ?? (isWorking ? known : null);
  const isDone = matches !== null && view.done.includes('match');
  const isFixed = isLocked || isWorking || isActing;
  const { queryClient } = useApi();
  const matchAt = (name: string) =>
    act(async (client) => {
      if (view.job.target !== name) await client.imports.save({ id, target: name });
      return client.imports.match({ id });
    });
  const matchAtSandbox = () =>
    act(
      async (client) => {
        await addSandbox(client);
        await client.imports.save({ id, target: sandboxName });
        return client.imports.match({ id });
      },
      () => void queryClient.invalidateQueries(),
    );
  return (
    <>
      <div className="imp-body sided">
        <ScrollRegion label={importMessages.imports.steps.match} className="imp-main">
          {error === null ? null : <ProblemNote problem={toProblem(error)} />}
          {matches === null ? (
            <Empty icon={Search} title={messages.nothing} text={messages.nothingText} />
          ) : (
            <Found state={state} matches={matches} target={target} />
          )}
        </ScrollRegion>
        <aside className="imp-side" aria-label={messages.target}>
          {targets === undefined ? null : (
            <TargetChoice
              targets={targets}
              chosen={target}
              isLocked={isFixed}
              onSandbox={matchAtSandbox}
              onChoose={(name) => act((client) => client.imports.save({ id, target: name }))}
            />
          )}
        </aside>
      </div>
      <StepFoot state={state} isNextMain={isLocked || isDone}>
        {matches === null ? null : (
          <span className="help">{messages.at(formatDateTime(matches.resolvedAtMillis))}</span>
        )}
        {isLocked ? null : (
          <Button
            kind={isDone ? 'quiet' : 'ink'}
            disabled={isFixed || target === null}
            onPress={() => (target === null ? undefined : matchAt(target.name))}
          >
            {matches === null ? messages.start : messages.again}
          </Button>
        )}
      </StepFoot>
    </>
  );
}
