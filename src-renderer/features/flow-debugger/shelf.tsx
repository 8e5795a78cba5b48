import { ClipboardPaste } from 'lucide-react';
import type { FlowRun, FlowValue } from '#shared/api/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { useServiceNow } from '../../api/service-clock.ts';
import { Button } from '../../ui/button.tsx';
import { PaneHead } from '../../ui/pane-head.tsx';
import { RevealLink } from '../../ui/reveal-link.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { useReveal } from '../../ui/use-reveal.ts';
import { formatCountdown } from '../../words/format.ts';
import { strings } from '../../words/strings.ts';

const words = strings.values;

/** How much of a value's life is left at `nowMillis`, from 1 (just issued) to 0 (over). */
export function lifeLeft(issuedAtMillis: number, expiresAtMillis: number, nowMillis: number): number {
  const whole = expiresAtMillis - issuedAtMillis;
  if (whole <= 0) return 0;
  return Math.min(1, Math.max(0, (expiresAtMillis - nowMillis) / whole));
}

/** Values that are worth taking apart: tokens, codes and assertions. */
export function canInspect(value: FlowValue): boolean {
  return value.secret && value.issuedAtMillis !== null && /(?:token|^code|assertion)$/.test(value.name);
}

function Life({ value }: { readonly value: FlowValue }) {
  const nowMillis = useServiceNow();
  const { issuedAtMillis, expiresAtMillis } = value;
  if (issuedAtMillis === null || expiresAtMillis === null || nowMillis === null) return null;
  const isLive = value.tone !== 'danger';
  const left = isLive ? lifeLeft(issuedAtMillis, expiresAtMillis, nowMillis) : 0;
  const countdown = formatCountdown(isLive ? expiresAtMillis - nowMillis : 0);
  return (
    <>
      <span className="life" aria-hidden="true">
        <i style={{ width: `${left * 100}%` }} />
      </span>
      <span className="vh">{words.life(value.name)}</span>
      <span className="ref mono">{countdown}</span>
    </>
  );
}

interface ValueProps {
  readonly runId: string;
  readonly value: FlowValue;
  readonly onInspect: (name: string) => void;
}

function Value({ runId, value, onInspect }: ValueProps) {
  const { client } = useApi();
  const reveal = useReveal(async () => (await client.flows.reveal({ runId, name: value.name })).value);
  const isShown = reveal.value !== null;
  const hasSecret = value.secret && value.preview !== '';
  return (
    <li>
      <div className="row">
        <span className="mono strong clip">{value.name}</span>
        <span className={`push ${value.tone === 'muted' ? 'muted' : `c-${value.tone}`}`}>{value.state}</span>
      </div>
      <div className={isShown ? 'mono muted wrap' : 'mono muted clip'}>{reveal.value ?? value.preview}</div>
      <div className="row">
        {value.remark === '' ? null : <span className="ref clip">{value.remark}</span>}
        <Life value={value} />
      </div>
      {hasSecret ? (
        <div className="row acts">
          <RevealLink name={value.name} reveal={reveal} />
          {canInspect(value) ? (
            <button
              type="button"
              className="lnk"
              aria-label={words.inspectNamed(value.name)}
              onClick={() => onInspect(value.name)}
            >
              {words.inspect}
            </button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

export interface ShelfProps {
  readonly run: FlowRun | null;
  readonly onInspect: (name: string) => void;
  readonly onPaste: () => void;
}

/** What the run holds: codes, tokens and what protects them, with the life that is left in them. */
export function Shelf({ run, onInspect, onPaste }: ShelfProps) {
  return (
    <section className="shelf" aria-label={words.title}>
      <PaneHead title={words.title}>
        <span className="ref">{words.masked}</span>
        <span className="push" />
        <Button small kind="ghost" icon={ClipboardPaste} keyHint="Ctrl Shift V" onPress={onPaste}>
          {words.paste}
        </Button>
      </PaneHead>
      {run === null || run.values.length === 0 ? (
        <p className="remark">{words.empty}</p>
      ) : (
        <ScrollRegion label={words.list}>
          <ol className="vals">
            {run.values.map((value) => (
              <Value key={`${run.id} ${value.name}`} runId={run.id} value={value} onInspect={onInspect} />
            ))}
          </ol>
        </ScrollRegion>
      )}
    </section>
  );
}
