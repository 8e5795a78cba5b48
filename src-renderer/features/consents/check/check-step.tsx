import { ListChecks, Undo2 } from 'lucide-react';
import { toProblem } from '#renderer/api/problem.ts';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { LogGrid } from '#renderer/ui/log-grid.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { type Fix, rowFlags, rowOutcomes } from '#shared/consents/index.ts';
import { outcomeCount } from '../counts.ts';
import { PickUserDialog } from '../match/pick-user-dialog.tsx';
import { ReplaceDialog } from '../match/replace-dialog.tsx';
import { StepFoot } from '../step-foot.tsx';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { Groups } from './groups.tsx';
import { RowDetail } from './row-detail.tsx';
import { type CheckState, useCheck } from './use-check.ts';
import type { RowFilter } from './use-row-pages.ts';

const messages = importMessages.importLoad.check;

const unexcludable: ReadonlySet<string> = new Set(['ready', 'excluded', 'empty-row']);

/** The rule that excludes a whole group; null: it is no group of one kind. */
export function excludeRule(filter: RowFilter): Fix | null {
  const outcome = rowOutcomes.find((candidate) => candidate === filter);
  const flag = rowFlags.find((candidate) => candidate === filter);
  if (flag !== undefined) return { kind: 'exclude-flag', flag };
  if (outcome === undefined || unexcludable.has(outcome)) return null;
  return { kind: 'exclude-outcome', outcome };
}

interface PartProps {
  readonly state: OpenImport;
  readonly check: CheckState;
}

function Head({ state, check }: PartProps) {
  const { view, id, act, isLocked, isWorking, isActing } = state;
  const fixes = view.job.fixes.length;
  const rule = excludeRule(check.filter);
  const isFixed = isLocked || isWorking || isActing;
  const group = check.groups.find(({ id: of }) => of === check.filter);
  return (
    <div className="pane-head">
      <h2 className="label clip">{group?.label ?? messages.grid}</h2>
      <span className="ref">{check.rows.isKnown ? formatCount(check.rows.total) : ''}</span>
      <span className="push row tight">
        <span className="ref">{fixes === 0 ? messages.noFixes : messages.fixes(fixes)}</span>
        {isLocked ? null : (
          <>
            {rule === null || check.rows.total === 0 ? null : (
              <SmallGhostButton disabled={isFixed} onPress={() => check.fix(rule)}>
                {messages.excludeGroup(check.rows.total)}
              </SmallGhostButton>
            )}
            <SmallGhostButton
              icon={Undo2}
              disabled={isFixed || fixes === 0}
              onPress={() => act((client) => client.imports.undoFix({ id }))}
            >
              {messages.undo}
            </SmallGhostButton>
          </>
        )}
      </span>
    </div>
  );
}

const nothing = () => undefined;

function Grid({ check }: Pick<PartProps, 'check'>) {
  const { rows, tracks, isCompact } = check;
  if (rows.error !== null) return <ProblemNote problem={toProblem(rows.error)} />;
  if (rows.isKnown && rows.total === 0)
    return <Empty icon={ListChecks} title={messages.clean} text={messages.cleanText} />;
  return (
    <div className="imp-grid" data-both-ways>
      <LogGrid
        key={check.filter}
        label={messages.grid}
        columns={check.columns}
        template={
          isCompact
            ? `3.25rem 1rem ${tracks} minmax(15.5rem, 1fr)`
            : `3.25rem minmax(8.5rem, 11rem) ${tracks} minmax(9rem, 1fr)`
        }
        count={rows.isKnown ? rows.total : 20}
        rowAt={rows.rowAt}
        cursor={check.cursor}
        selection={null}
        onMove={check.move}
        onShown={rows.onShown}
        isFollowing={false}
        onFollowChange={nothing}
      />
    </div>
  );
}

function Dialogs({ state, check }: PartProps) {
  const { replacement, picked, closeDialogs, fix } = check;
  if (replacement !== null)
    return (
      <ReplaceDialog
        replacement={replacement}
        onClose={closeDialogs}
        onReplace={(to) => {
          closeDialogs();
          fix({ kind: 'replace', column: replacement.column, from: replacement.from, to });
        }}
      />
    );
  if (picked === null) return null;
  const key = check.userKeyOf(picked);
  return (
    <PickUserDialog
      importId={state.id}
      userKey={key}
      candidates={state.view.matches?.unmatchedUsers.find(({ value }) => value === key)?.candidates ?? []}
      onClose={closeDialogs}
      onPick={(user) => {
        closeDialogs();
        fix({ kind: 'pick-user', key, userId: user.id });
      }}
    />
  );
}

/** The fourth step: rows that cannot be sent, or ought to be looked at, and what mends them. */
export function CheckStep({ state }: { readonly state: OpenImport }) {
  const check = useCheck(state);
  const { view, isLocked } = state;
  const { plan, mapping } = view.job;
  return (
    <>
      {check.groups.length === 0 ? (
        <div className="imp-body">
          <Empty icon={ListChecks} title={messages.noPlan} text={messages.noPlanText} />
        </div>
      ) : (
        <div className="imp-body grouped">
          <Groups groups={check.groups} selected={check.filter} onSelect={check.setFilter} />
          <div className="imp-rows">
            <Head state={state} check={check} />
            <Grid check={check} />
            <RowDetail row={check.row} mapping={mapping} isLocked={isLocked} acts={check.acts} />
          </div>
        </div>
      )}
      <Dialogs state={state} check={check} />
      <StepFoot state={state} isNextMain>
        {plan === null ? null : <span className="help">{messages.sends(outcomeCount(plan, 'ready'))}</span>}
      </StepFoot>
    </>
  );
}
