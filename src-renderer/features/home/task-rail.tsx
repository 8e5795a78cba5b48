import { type FirstTask, firstTasks } from '#shared/first-tasks/index.ts';
import { sharedMessages } from '../../words/shared-messages.ts';

const messages = sharedMessages.home;

export interface TaskRailProps {
  readonly done: ReadonlySet<FirstTask>;
  /** Null: all are done. */
  readonly next: FirstTask | null;
}

/** A dot a task: filled is done, ringed is next, dotted lies ahead. */
export function TaskRail({ done, next }: TaskRailProps) {
  return (
    <span className="task-rail">
      <span className="vh">{messages.done(done.size, firstTasks.length)}</span>
      {firstTasks.map((task) => (
        <i key={task} className={done.has(task) ? 'done' : task === next ? 'now' : ''} />
      ))}
    </span>
  );
}
