import { useMutation } from '@tanstack/react-query';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { useAnnounced } from '#renderer/ui/announcer.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { Note, ProblemNote } from '#renderer/ui/note.tsx';
import type { LiveRun } from '#shared/api/index.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.throttle.live;

function Stopped() {
  const { client } = useApi();
  const start = useMutation({ mutationFn: () => client.services.start({ key: 'gateway' }) });
  if (start.error !== null) return <ProblemNote problem={toProblem(start.error)} />;
  return (
    <Note
      kind="warning"
      title={messages.stopped}
      actions={
        <Button small disabled={start.isPending} onPress={() => start.mutate()}>
          {messages.start}
        </Button>
      }
    >
      <p>{messages.stoppedText}</p>
    </Note>
  );
}

/** The outcome of the run so far, in one sentence. */
export function runText({ state, sent, accepted, refused }: LiveRun): string {
  return state === 'running' ? messages.sending(sent) : messages.done(sent, accepted, refused);
}

/** The answers of the upstream to what the throttle let through; empty: there is none. */
export function upstreamText({ statuses }: LiveRun): string {
  if (statuses.length === 0) return '';
  return messages.upstream(statuses.map(({ status, count }) => messages.statusCount(status, count)));
}

/** The requests that failed, were for another route, or were late. */
function Troubles({ run: { failed, notTaken, late } }: { readonly run: LiveRun }) {
  const troubles = [
    ...(failed > 0 ? [messages.failedCount(failed)] : []),
    ...(notTaken > 0 ? [messages.notTakenCount(notTaken)] : []),
    ...(late > 0 ? [messages.lateCount(late)] : []),
  ];
  return troubles.map((text) => (
    <p key={text} className="lab-stale">
      <Drawn name="warning" small />
      <span className="wrap">{text}</span>
    </p>
  ));
}

/** Relation of the live gateway to the shown policy: stopped, outdated, being sent to. */
export function LiveNotes({ lab }: { readonly lab: Lab }) {
  const { live, policy } = lab;
  const { run, problem } = live;
  useAnnounced(run === null || run.state === 'running' ? '' : runText(run));
  const upstream = run === null ? '' : upstreamText(run);
  return (
    <>
      {lab.isGatewayRunning ? null : <Stopped />}
      {problem === null ? null : <ProblemNote problem={problem} />}
      {policy.file.isDirty ? (
        <p className="lab-stale">
          <Drawn name="warning" small />
          <span className="wrap">{messages.notApplied}</span>
        </p>
      ) : null}
      {run === null ? null : (
        <>
          <p className="lab-sent">
            <span>{runText(run)}</span>
            {upstream === '' ? null : <span className="muted">{upstream}</span>}
          </p>
          <Troubles run={run} />
        </>
      )}
    </>
  );
}
