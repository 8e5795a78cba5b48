import { ArrowLeft, ArrowRight, Pin } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { isInView } from '#renderer/ui/chart/chart.tsx';
import { instantText } from '#renderer/ui/chart/chart-options.ts';
import type { TimeView } from '#renderer/ui/chart/scales.ts';
import { Drawn } from '#renderer/ui/icon.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { Decision } from '#shared/throttle/simulation/types.ts';
import { Findings } from '../policy/findings.tsx';
import type { DecisionRef } from '../results/decision-window.ts';
import { SimulatedBadge } from '../results/simulated-badge.tsx';
import { useCursor } from '../results/use-cursor.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { Expected } from './expected.tsx';
import { type WhyLine, whyLines } from './why-steps.ts';

const messages = labMessages.throttle.why;

const drawings = { pass: 'passed', shut: 'failed', never: 'never' } as const;

const measures = /(\d+(?:[.,]\d+)*(?:\u00a0(?:s|min|h|d)\b)?)/;

/** A sentence whose numbers are shown as measured values. */
function Measured({ text }: { readonly text: string }) {
  return text.split(measures).map((part, at) =>
    measures.test(part) ? (
      // The order is the identity: a sentence may have one number twice.
      <span key={`${at} ${part}`} className="mono">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function Line({ outcome, title, evidence, text }: WhyLine) {
  const Words = outcome === 'shut' ? 'b' : 'span';
  return (
    <li className={outcome}>
      <Drawn name={drawings[outcome]} />
      <Words>
        <span className="vh">{messages.outcomes[outcome]}</span>
        {title}
      </Words>
      <span />
      {evidence === null ? null : <div className="more mono wrap">{evidence}</div>}
      {text === null ? null : (
        <div className="more wrap">
          <Measured text={text} />
        </div>
      )}
    </li>
  );
}

const reasons: Readonly<Record<Decision['status'], string>> = {
  200: 'OK',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** The response to the client. */
function Answer({ decision }: { readonly decision: Decision }) {
  const { status, retryAfterSeconds } = decision;
  return (
    <pre className={status === 200 ? 'code answer passed' : 'code answer'}>
      <span className="k">{status}</span> {reasons[status]}
      {retryAfterSeconds === null ? null : (
        <>
          {'\n'}
          <span className="k">Retry-After</span>: <span className="n">{retryAfterSeconds}</span>
        </>
      )}
    </pre>
  );
}

function Explained({ lab, decision }: { readonly lab: Lab; readonly decision: Decision }) {
  return (
    <>
      <ol className="rail">
        {whyLines(decision, lab.route.name).map((line) => (
          <Line key={line.title} {...line} />
        ))}
      </ol>
      {decision.attempt === 1 ? null : <p className="remark">{messages.attempt(decision.attempt)}</p>}
      {decision.isTaken ? <Answer decision={decision} /> : null}
    </>
  );
}

/** Says why no decision is shown: none is chosen, none is there, or those of the instant are not known yet. */
function emptyText(isChosen: boolean, cursor: DecisionRef | null, window: TimeView | null): string {
  if (!isChosen || cursor === null) return messages.empty;
  return window !== null && isInView(cursor.atSeconds, window) ? messages.none : messages.press;
}

/** Why the request at the cursor passed or was refused, and the expectations of the policy. */
export function WhyPane({ lab }: { readonly lab: Lab }) {
  const { charts, simulation } = lab;
  const { view, window } = charts;
  const { decision, cursor, here } = useCursor(charts);
  const hasOutcome = simulation.outcome !== null;
  return (
    <div className="lab-why">
      <section aria-label={messages.title}>
        <PaneHead title={messages.title}>
          <SimulatedBadge lab={lab} />
          {decision === null ? null : (
            <span className="mono muted clip why-at">
              {`${instantText(decision.atSeconds, view)}, ${decision.client}`}
            </span>
          )}
          <span className="push row tight">
            {charts.isPinned ? (
              <SmallGhostButton isPressed icon={Pin} label={messages.unpin} onPress={charts.unpin} />
            ) : null}
            <SmallGhostButton
              icon={ArrowLeft}
              label={messages.previous}
              disabled={!charts.canStep(-1)}
              onPress={() => charts.step(-1)}
            />
            <SmallGhostButton
              icon={ArrowRight}
              label={messages.next}
              disabled={!charts.canStep(1)}
              onPress={() => charts.step(1)}
            />
          </span>
        </PaneHead>
        <ScrollRegion isBody label={messages.title}>
          {decision === null ? (
            <p className="remark">
              {emptyText(hasOutcome && cursor !== null && !charts.isLoading, cursor, window)}
            </p>
          ) : (
            <>
              {here === null ? null : <p className="remark">{messages.here(here.place, here.count)}</p>}
              <Explained lab={lab} decision={decision} />
            </>
          )}
        </ScrollRegion>
      </section>
      <Expected lab={lab} />
      <Findings lab={lab} />
    </div>
  );
}
