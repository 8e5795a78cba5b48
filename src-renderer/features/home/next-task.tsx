import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Circle, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { type FirstTask, firstTasks, nextTask } from '#shared/first-tasks/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Drawn, Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { openAndRun } from '../../workbench/open-and-run.ts';
import { usePreferences } from '../../workbench/use-preferences.ts';
import { type TaskPlace, taskPaths } from './checklist.ts';
import { TaskRail } from './task-rail.tsx';

const messages = sharedMessages.home;
/** How often the engine is asked while something is left to do, in milliseconds. */
const askEveryMillis = 3_000;

/** The tasks that were done, none where that cannot be told; null while they are asked for. */
export function useDoneTasks(): ReadonlySet<FirstTask> | null {
  const { orpc } = useApi();
  const done = orpc.firstTasks.done.queryOptions({
    refetchInterval: ({ state }) => (state.data?.length === firstTasks.length ? false : askEveryMillis),
    refetchOnMount: 'always',
  });
  const { data, error } = useQuery(done);
  if (data === undefined && error === null) return null;
  return new Set(data?.map(({ task }) => task));
}

/** The words of a task: of the missing thing where the workspace has nothing that it could act on. */
function wordsOf(task: FirstTask, { missing }: TaskPlace): readonly [string, string, string] {
  return missing === null ? messages.tasks[task] : messages.missing[missing];
}

function go({ path, command }: TaskPlace): void {
  if (command === undefined) openLink(path);
  else openAndRun(path, command);
}

type Standing = 'done' | 'next' | 'open';

function Mark({ standing }: { readonly standing: Standing }) {
  if (standing === 'done') return <Drawn name="passed" />;
  return <Icon of={standing === 'next' ? ArrowRight : Circle} />;
}

interface AllTasksProps {
  readonly done: ReadonlySet<FirstTask>;
  readonly next: FirstTask | null;
  readonly places: ReturnType<typeof taskPaths>;
}

function AllTasks({ done, next, places }: AllTasksProps) {
  return (
    <ul className="tasks">
      {firstTasks.map((task) => {
        const standing: Standing = done.has(task) ? 'done' : task === next ? 'next' : 'open';
        const [title, text] = wordsOf(task, places[task]);
        return (
          <li key={task} className={`task ${standing}`}>
            <Mark standing={standing} />
            <span className="vh">{messages.taskStandings[standing]}</span>
            <button type="button" className="lnk task-link" onClick={() => go(places[task])}>
              {title}
            </button>
            <p className="muted">{text}</p>
          </li>
        );
      })}
    </ul>
  );
}

/** The next of the first tasks, unless they were put away. */
export function NextTask() {
  const [{ isChecklistHidden }, change] = usePreferences();
  return isChecklistHidden ? null : <Tasks onHide={() => change({ isChecklistHidden: true })} />;
}

/** One line: how far the tasks are, which is next and how to do it; all nine unfold under it. */
function Tasks({ onHide }: { readonly onHide: () => void }) {
  const { orpc } = useApi();
  const done = useDoneTasks();
  const [isOpen, setIsOpen] = useState(false);
  const files = useQuery(orpc.workspace.files.queryOptions({ staleTime: 1_000 })).data ?? [];
  if (done === null) return null;
  const next = nextTask(done);
  const places = taskPaths(files);
  const [title, text, act] =
    next === null ? [messages.allDone, messages.allDoneText, null] : wordsOf(next, places[next]);
  return (
    <section className="band" aria-label={messages.checklist}>
      <div className="next-task">
        <TaskRail done={done} next={next} />
        <p>
          <b>{next === null ? title : messages.next(title)}</b>{' '}
          {next === null ? text : `${messages.step(firstTasks.indexOf(next) + 1, firstTasks.length)} ${text}`}
        </p>
        <Menu
          label={messages.menu}
          icon={Ellipsis}
          entries={[
            { id: 'all', label: isOpen ? messages.showOne : messages.showAll },
            { id: 'hide', label: messages.hide },
          ]}
          onAction={(id) => (id === 'all' ? setIsOpen(!isOpen) : onHide())}
        />
        {act === null || next === null ? <span /> : <Button onPress={() => go(places[next])}>{act}</Button>}
      </div>
      {isOpen ? <AllTasks done={done} next={next} places={places} /> : null}
    </section>
  );
}
