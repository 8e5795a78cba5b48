import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { StepFoot } from '../step-foot.tsx';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';
import { DatesSection } from './dates/dates-pane.tsx';
import { openTargets } from './mapping-draft.ts';
import { TargetRows } from './target-rows.tsx';
import { Templates } from './templates.tsx';
import { useMapping } from './use-mapping.ts';
import { Through } from './user-lookup-file.tsx';

const messages = importMessages.imports.map;

type MappingState = ReturnType<typeof useMapping>;

/** The settings still required before the mapping can be used. */
function Open({ mapping }: { readonly mapping: MappingState }) {
  const open = [
    ...openTargets(mapping.draft).map((target) => messages.names[target]),
    ...(mapping.mapping !== null && mapping.isDateOpen
      ? (mapping.decision?.questions ?? []).map((question) => messages.openQuestions[question])
      : []),
  ];
  if (open.length === 0) return null;
  return <span className="help">{`${messages.open} ${open.join(', ')}`}</span>;
}

/** The second step: which column says what, and how times are written. */
export function MapStep({ state }: { readonly state: OpenImport }) {
  const { view, id, act, isLocked, isWorking, isActing } = state;
  const mapping = useMapping(state);
  const isFixed = isLocked || isWorking;
  const isSurveying = useDelayed(mapping.isSurveying);
  const { draft, dates } = mapping;
  const isSaved = view.job.mapping !== null && !mapping.isChanged;
  const save = () => {
    const wanted = mapping.mapping;
    if (wanted === null) return;
    act(
      (client) => client.imports.save({ id, mapping: wanted, dates }),
      () => {
        mapping.settle();
        state.go('match');
      },
    );
  };
  return (
    <>
      <div className="imp-body sided">
        <ScrollRegion label={importMessages.imports.steps.map} className="imp-main">
          {mapping.error === null ? null : <ProblemNote problem={toProblem(mapping.error)} />}
          <section aria-label={messages.targets}>
            <PaneHead title={messages.targets}>
              <output className="ref push">{isSurveying ? messages.surveying : null}</output>
            </PaneHead>
            <TargetRows
              draft={draft}
              columns={view.columns}
              suggestion={mapping.suggestion}
              preview={mapping.preview}
              survey={mapping.survey}
              isLocked={isFixed}
              onChange={mapping.change}
            />
          </section>
          <DatesSection
            isRead={mapping.isRead}
            survey={mapping.survey?.dates ?? null}
            choice={mapping.choice}
            decision={mapping.decision}
            isLocked={isFixed}
            onChange={mapping.setDates}
          />
        </ScrollRegion>
        <aside className="imp-side" aria-label={messages.templates}>
          <Templates mapping={mapping.mapping} dates={dates} isLocked={isFixed} onApply={mapping.apply} />
          <Through
            through={draft.user.through}
            isLocked={isFixed}
            onChange={(through) => mapping.change({ ...draft, user: { ...draft.user, through } })}
          />
        </aside>
      </div>
      <StepFoot state={state} isNextMain={isLocked || isSaved}>
        <Open mapping={mapping} />
        {isLocked || isSaved ? null : (
          <Button
            kind="ink"
            disabled={mapping.mapping === null || mapping.isDateOpen || isWorking || isActing}
            onPress={save}
          >
            {messages.save}
          </Button>
        )}
      </StepFoot>
    </>
  );
}
