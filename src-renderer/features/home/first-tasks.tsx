import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Circle } from 'lucide-react';
import { type FirstTask, firstTasks, nextTask } from '#shared/first-tasks/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawn, Icon } from '../../ui/icon.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { usePreferences } from '../../workbench/use-preferences.ts';
import { taskPaths } from './checklist.ts';

const messages = sharedMessages.home;
/** How often the engine is asked while something is left to do, in milliseconds. */
const askEveryMillis = 3_000;

function useDone(): ReadonlySet<FirstTask> | null {
  const { orpc } = useApi();
  const done = orpc.firstTasks.done.queryOptions({
    refetchInterval: ({ state }) => (state.data?.length === firstTasks.length ? false : askEveryMillis),
    refetchOnMount: 'always',
  });
  const { data } = useQuery(done);
  return data === undefined ? null : new Set(data.map(({ task }) => task));
}

type Standing = 'done' | 'next' | 'open';

function Mark({ standing }: { readonly standing: Standing }) {
  if (standing === 'done') return <Drawn name="passed" />;
  return <Icon of={standing === 'next' ? ArrowRight : Circle} />;
}

function Task({ task, path, standing }: { task: FirstTask; path: string; standing: Standing }) {
  const [title, text] = messages.tasks[task];
  return (
    <li className={`task ${standing}`}>
      <Mark standing={standing} />
      <span className="vh">{messages.taskStandings[standing]}</span>
      <button type="button" className="lnk task-link" onClick={() => openLink(path)}>
        {title}
      </button>
      <p className="muted">{text}</p>
    </li>
  );
}

/** The first tasks, unless they were put away: then the engine is asked for nothing. */
export function FirstTasks() {
  const [{ isChecklistHidden }, change] = usePreferences();
  return isChecklistHidden ? null : <Tasks onHide={() => change({ isChecklistHidden: true })} />;
}

/** The first tasks, ticked by what really happened; which one is next is said. */
function Tasks({ onHide }: { readonly onHide: () => void }) {
  const { orpc } = useApi();
  const done = useDone();
  const files = useQuery(orpc.workspace.files.queryOptions({ staleTime: 1_000 })).data ?? [];
  if (done === null) return null;
  const next = nextTask(done);
  const paths = taskPaths(files);
  const standingOf = (task: FirstTask): Standing =>
    done.has(task) ? 'done' : task === next ? 'next' : 'open';
  return (
    <section className="home-part" aria-labelledby="get-going">
      <div className="row">
        <h2 id="get-going" className="title">
          {messages.checklist}
        </h2>
        <span className="ref">{messages.done(done.size, firstTasks.length)}</span>
        <span className="push" />
        <Button small kind="ghost" onPress={onHide}>
          {messages.hide}
        </Button>
      </div>
      {next === null ? <p className="muted">{messages.allDone}</p> : null}
      <ul className="tasks">
        {firstTasks.map((task) => (
          <Task key={task} task={task} path={paths[task]} standing={standingOf(task)} />
        ))}
      </ul>
    </section>
  );
}
