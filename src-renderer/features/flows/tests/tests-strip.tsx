import { useAnnounced } from '#renderer/ui/announcer.tsx';
import { Bar } from '#renderer/ui/bar.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { flowMessages } from '../words.ts';
import { StandingMark } from './standing-mark.tsx';
import type { FlowTestsState } from './use-flow-tests.ts';

const messages = flowMessages.flowTests;

function Progress({ state }: { readonly state: FlowTestsState }) {
  const { suite, tests } = state;
  const summary = messages.summary(
    tests.filter(({ standing }) => standing === 'passed').length,
    tests.length,
  );
  useAnnounced(suite === null ? summary : '');
  if (suite === null) return <b className="strong">{summary}</b>;
  const total = suite.total ?? tests.length;
  return (
    <>
      <Bar label={messages.progress} done={suite.done} total={total} />
      <span className="mono muted">{messages.done(suite.done, total)}</span>
      {suite.state === 'paused' ? (
        <>
          <span>{messages.paused}</span>
          <Button small onPress={state.resume}>
            {messages.resume}
          </Button>
        </>
      ) : null}
    </>
  );
}

/** Under the toolbar: how the flows stand, counted; each count shows its flows alone. */
export function TestsStrip({ state }: { readonly state: FlowTestsState }) {
  return (
    <div className="tests-strip">
      <span className="row wraps">
        <Progress state={state} />
      </span>
      <fieldset className="row tight wraps push attack-chips" aria-label={messages.filter}>
        {state.counts.map(([standing, count]) => (
          <Chip key={standing} isPressed={state.filter.has(standing)} onPress={() => state.toggle(standing)}>
            <StandingMark of={standing} /> <span className="mono strong">{formatCount(count)}</span>
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}
