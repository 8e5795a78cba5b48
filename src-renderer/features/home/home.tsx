import { lazy, Suspense } from 'react';
import { useAppStatus } from '../../api/live.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { runCommand } from '../../workbench/commands.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { AddServer } from '../../workbench/server-form/add-server.tsx';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { FirstTasks } from './first-tasks.tsx';
import { Drafts, RecentRuns, Workspaces } from './recent.tsx';
import { Services } from './services.tsx';
import './home.css';

const messages = sharedMessages.home;

function ProblemsNote({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Note
      kind="warning"
      title={messages.problems(count)}
      actions={
        <Button small onPress={() => openLink('/problems')}>
          {messages.showProblems}
        </Button>
      }
    />
  );
}

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

/** The start of a day: the services, first tasks, and recent work. */
function Overview() {
  useTabLabel(messages.title);
  const status = useAppStatus();
  const services = status?.services ?? [];
  const problems = (status?.problems ?? []).filter(({ severity }) => severity !== 'notice');
  return (
    <ScrollRegion className="home" label={messages.title}>
      <h1 className="vh">{messages.title}</h1>
      <div className="home-main">
        <section className="home-part" aria-labelledby="services">
          <div className="row">
            <h2 id="services" className="title">
              {messages.services}
            </h2>
            <span className="push" />
            <AddServer />
            <Button small kind="ghost" onPress={() => runCommand('service.start-all')}>
              {messages.startAll}
            </Button>
            <Button small kind="ghost" onPress={() => runCommand('service.stop-all')}>
              {messages.stopAll}
            </Button>
          </div>
          <Services services={services} />
        </section>
        <ProblemsNote count={problems.length} />
        <FirstTasks />
      </div>
      <div className="home-side">
        <Drafts />
        <RecentRuns />
        <Workspaces />
      </div>
    </ScrollRegion>
  );
}
