import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useAppStatus } from '../../api/live.ts';
import { toProblem } from '../../api/problem.ts';
import { Button, RetryButton } from '../../ui/button.tsx';
import { Note, ProblemNote } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { runCommand } from '../../workbench/commands.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { usePreferences } from '../../workbench/use-preferences.ts';
import { homeImportPath } from './checklist.ts';
import { Continue } from './continue.tsx';
import { FirstStart } from './first-start.tsx';
import { NextTask, useDoneTasks } from './next-task.tsx';
import { ServiceStrip } from './service-strip.tsx';
import { StartJobs } from './start-jobs.tsx';
import { useRecentWork } from './use-continue.ts';
import { workRows } from './work-rows.ts';
import { WorkspaceChooser } from './workspace-chooser.tsx';
import './home.css';

const messages = sharedMessages.home;

// Few come here often: it loads when somebody does.
const InterchangeImport = lazy(async () => ({
  default: (await import('./interchange/import.tsx')).InterchangeImport,
}));

/** Home, with the import of work from elsewhere. */
export function Home() {
  const { address } = useTab();
  if (address?.rest !== 'bring') return <Overview />;
  return (
    <Suspense fallback={<div className="screen-loading" />}>
      <InterchangeImport />
    </Suspense>
  );
}

function Head() {
  return (
    <div className="toolbar home-head">
      <h1 className="title">{messages.title}</h1>
      <WorkspaceChooser />
      <span className="push" />
      <Button kind="ghost" onPress={() => runCommand('file.new')}>
        {messages.newWorkspace}
      </Button>
      <Button icon={Plus} onPress={() => openLink(homeImportPath)}>
        {messages.bring}
      </Button>
    </div>
  );
}

/** Leads to what is wrong in the workspace; nothing where nothing is. */
function ProblemsNote() {
  const problems = (useAppStatus()?.problems ?? []).filter(({ severity }) => severity !== 'notice');
  if (problems.length === 0) return null;
  return (
    <Note
      kind="warning"
      title={messages.problems(problems.length)}
      actions={
        <Button small onPress={() => openLink('/problems')}>
          {messages.showProblems}
        </Button>
      }
    />
  );
}

/** The start of a day: what to go on with, what to begin, the services, and the next of the first tasks. */
function Overview() {
  useTabLabel(messages.title);
  const [{ isChecklistHidden }] = usePreferences();
  const { data, error, refetch } = useRecentWork();
  const works = data ?? (error === null ? undefined : []);
  const done = useDoneTasks();
  if (works === undefined || done === null) return <div className="screen-loading" />;
  // Someone who hid the first tasks knows the application, even in a new workspace.
  if (error === null && works.length === 0 && !done.has('token') && !isChecklistHidden)
    return (
      <div className="home">
        <ProblemsNote />
        <FirstStart />
        <ServiceStrip />
      </div>
    );
  return (
    <div className="home">
      <Head />
      <ScrollRegion label={messages.title}>
        <ProblemsNote />
        {error === null ? null : (
          <ProblemNote problem={toProblem(error)} actions={<RetryButton onPress={() => void refetch()} />} />
        )}
        <Continue rows={workRows(works)} />
        <StartJobs />
        <ServiceStrip />
        <NextTask />
      </ScrollRegion>
    </div>
  );
}
