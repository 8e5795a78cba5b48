import { useQuery } from '@tanstack/react-query';
import { Circle } from 'lucide-react';
import { useApi } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawn, Icon } from '../../ui/icon.tsx';
import { strings } from '../../words/strings.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { usePreferences } from '../../workbench/use-preferences.ts';
import { doneTasks, type Task, tasks } from './checklist.ts';

const words = strings.home;

const paths: Readonly<Record<Task, string>> = {
  token: '/flows',
  step: '/flows',
  refusal: '/flows',
  again: '/activity',
  pin: '/activity',
  own: '/home',
};

function useMatching(filter: string): number {
  const { orpc } = useApi();
  const window = orpc.activity.window.queryOptions({
    input: { filter, from: 0, limit: 1 },
    staleTime: 2_000,
  });
  return useQuery(window).data?.matching ?? 0;
}

function useDone(): ReadonlySet<Task> {
  const { orpc } = useApi();
  const runs = useQuery(orpc.flows.list.queryOptions());
  const recent = useQuery(orpc.installation.recent.queryOptions());
  return doneTasks({
    runs: runs.data ?? [],
    refusals: useMatching('svc:as status:>=400'),
    replays: useMatching('svc:replay'),
    pinned: useMatching('is:pinned'),
    otherWorkspaces: (recent.data ?? []).filter(({ isOpen }) => !isOpen).length,
  });
}

/** Six first tasks, ticked by what really happened. */
export function GetGoing() {
  const done = useDone();
  const [{ isChecklistHidden }, change] = usePreferences();
  if (isChecklistHidden) return null;
  return (
    <section className="home-part" aria-labelledby="get-going">
      <div className="row">
        <h2 id="get-going" className="title">
          {words.checklist}
        </h2>
        <span className="ref">{words.done(done.size, tasks.length)}</span>
        <span className="push" />
        <Button small kind="ghost" onPress={() => change({ isChecklistHidden: true })}>
          {words.hide}
        </Button>
      </div>
      <ul className="tasks">
        {tasks.map((task) => {
          const [title, text] = words.tasks[task];
          const isDone = done.has(task);
          return (
            <li key={task} className={isDone ? 'task done' : 'task'}>
              {isDone ? <Drawn name="passed" /> : <Icon of={Circle} />}
              <span className="vh">{isDone ? words.taskDone : words.taskOpen}</span>
              <button type="button" className="lnk task-link" onClick={() => openLink(paths[task])}>
                {title}
              </button>
              <p className="muted">{text}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
