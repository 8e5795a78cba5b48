import { Verdict } from '#renderer/ui/verdict.tsx';
import type { FlowHistory } from '#shared/api/index.ts';
import type { FlowVerdict } from '#shared/flows/expectations/index.ts';
import { flowMessages } from '../words.ts';
import type { FlowTest, Standing } from './results.ts';

const messages = flowMessages.flowTests;

const drawn = {
  passed: 'passed',
  failed: 'failed',
  'no-sign-in': 'inconclusive',
  'not-run': 'warning',
} as const satisfies Readonly<Record<FlowVerdict, string>>;

/** The way that a flow stands, as a word with its mark. */
export function StandingMark({ of }: { readonly of: Standing }) {
  if (of === 'never') return <span className="muted">{messages.never}</span>;
  return <Verdict bare of={drawn[of]} word={messages.verdicts[of]} />;
}

/** The last result of a flow, or that it runs now. */
export function LastResult({ test }: { readonly test: FlowTest }) {
  return test.isRunning ? (
    <span className="verdict bare">{messages.running}</span>
  ) : (
    <StandingMark of={test.standing} />
  );
}

/** Results of a flow that the strip shows, the newest at the right. */
const shownResults = 20;

/** The last results of a flow as a strip: low where it passed, high where it did not. */
export function HistoryStrip({ history }: { readonly history: FlowHistory | null }) {
  const results = history?.results.slice(0, shownResults).toReversed() ?? [];
  if (results.length === 0) return null;
  const passed = results.filter(({ verdict }) => verdict === 'passed').length;
  const label = messages.history(passed, results.length);
  return (
    <span className="flow-history" title={label}>
      <span className="vh">{label}</span>
      {results.map(({ verdict, atMillis }, at) => (
        <i key={`${at} ${atMillis}`} className={verdict === 'passed' ? 'passed' : 'bad'} />
      ))}
    </span>
  );
}
