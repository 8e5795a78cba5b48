import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { type JobAct, JobRow } from '#renderer/ui/job-row.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { reportProblem } from '#renderer/ui/report-problem.ts';
import { importPath } from '#renderer/workbench/addresses.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { useTab, useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { importSteps } from '#shared/api/consents.ts';
import type { ImportStep, ImportView } from '#shared/api/index.ts';
import { assertNever } from '#shared/errors/index.ts';
import { CheckStep } from './check/check-step.tsx';
import { settledOf } from './counts.ts';
import { DryRunStep } from './dry-run/dry-run-step.tsx';
import { isOfFile } from './file/file-problems.tsx';
import { FileStep } from './file/file-step.tsx';
import { ImportToolbar } from './import-toolbar.tsx';
import { LoadStep } from './load/load-step.tsx';
import { MapStep } from './map/map-step.tsx';
import { MatchStep } from './match/match-step.tsx';
import { ReportStep } from './report/report-step.tsx';
import { stepFact } from './step-facts.ts';
import { Stepper } from './stepper.tsx';
import { isReached, type OpenImport, useOpenImport } from './use-import.ts';
import { importMessages } from './words.ts';

const messages = importMessages.imports;

/** The work in progress, and the problems of the import as a whole. */
function Standing({ state }: { readonly state: OpenImport }) {
  const { client } = useApi();
  const { view, step } = state;
  const acting = useMutation({
    mutationFn: ({ what, id }: { readonly what: JobAct; readonly id: string }) => client.jobs[what]({ id }),
    onError: reportProblem,
  });
  const { work } = view;
  // A load has its own picture; everything else shows its bar here.
  const isShown = work !== null && work.state !== 'done' && work.state !== 'cancelled' && step !== 'load';
  const problems = step === 'load' ? [] : view.problems.filter((problem) => !isOfFile(problem));
  return (
    <div className="imp-standing">
      {state.problem === null ? null : <ProblemNote problem={state.problem} />}
      {problems.map((problem, at) => (
        <ProblemNote key={`${at} ${problem.code}`} problem={problem} />
      ))}
      {isShown ? (
        <ul className="imp-work" aria-label={messages.working}>
          <JobRow job={work} onAct={(what) => acting.mutate({ what, id: work.id })} />
        </ul>
      ) : null}
      {view.isForgotten ? <p className="remark">{messages.forgotten}</p> : null}
    </div>
  );
}

function StepBody({ state }: { readonly state: OpenImport }) {
  switch (state.step) {
    case 'file':
      return <FileStep state={state} />;
    case 'map':
      return <MapStep state={state} />;
    case 'match':
      return <MatchStep state={state} />;
    case 'check':
      return <CheckStep state={state} />;
    case 'dry-run':
      return <DryRunStep state={state} />;
    case 'load':
      return <LoadStep state={state} />;
    case 'report':
      return <ReportStep state={state} />;
    default:
      return assertNever(state.step);
  }
}

function labelOf({ job, state, counts }: ImportView): string {
  if (state !== 'loading' || counts.total === 0) return job.name;
  return messages.tabProgress(job.name, Math.floor((settledOf(counts) / counts.total) * 100));
}

function useImportCommands(state: OpenImport): void {
  const { navigate } = useTab();
  useCommands([
    {
      id: 'consents.new',
      title: messages.commands.add,
      group: 'file',
      run: () => navigate(importPath('new')),
    },
    { id: 'consents.list', title: messages.commands.list, group: 'go', run: () => navigate(importPath()) },
    ...importSteps.map((step: ImportStep) => ({
      id: `consents.step.${step}`,
      title: messages.commands.step(messages.steps[step]),
      group: 'go' as const,
      isDisabled: !isReached(state.view, step),
      run: () => state.go(step),
    })),
  ]);
}

/** The steps that are done; a report is once it was looked at. */
function useDone({ view, step }: OpenImport): readonly ImportStep[] {
  const [hasRead, setHasRead] = useState(false);
  if (step === 'report' && !hasRead) setHasRead(true);
  return hasRead ? view.done : view.done.filter((done) => done !== 'report');
}

/** One import: its seven steps, and the one that is shown. */
export function ImportScreen({ view }: { readonly view: ImportView }) {
  const state = useOpenImport(view);
  useTabLabel(labelOf(view), false, view.job.name);
  const done = useDone(state);
  useImportCommands(state);
  return (
    <div className="imp">
      <ImportToolbar state={state} />
      <Stepper
        current={state.step}
        done={done}
        isReached={(step) => isReached(view, step)}
        factOf={(step) => stepFact(view, step)}
        onGo={state.go}
      />
      <Standing state={state} />
      <StepBody key={state.step} state={state} />
    </div>
  );
}
