import { Copy, ExternalLink, Hand, Play } from 'lucide-react';
import type { FlowRun } from '#shared/api/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Icon } from '../../ui/icon.tsx';
import { strings } from '../../words/strings.ts';
import { nextStep } from './sequence-layout.ts';

const words = strings.flows;

export interface WaitStripProps {
  readonly run: FlowRun;
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

function BrowserActs({ url }: { readonly url: string }) {
  return (
    <>
      <Button small icon={Copy} onPress={() => void copyText(url, words.addressCopied)}>
        {words.copyAddress}
      </Button>
      <a className={buttonClass('go', true)} href={url} target="_blank" rel="noopener noreferrer">
        <Icon of={ExternalLink} />
        {words.openSignIn}
      </a>
    </>
  );
}

/** The one loud surface: the run stands still and waits for a person. */
export function WaitStrip({ run, onContinue, onCancel }: WaitStripProps) {
  const isPaused = run.state === 'paused';
  if (!isPaused && run.state !== 'waiting-for-browser') return null;
  const step = nextStep(run);
  return (
    <div className="held-bar">
      <Icon of={Hand} />
      <output className="clip">
        <b>{isPaused && step !== undefined ? words.pausedBefore(step.number) : words.waiting}</b>{' '}
        {isPaused && step !== undefined ? (
          <span className="mi mono">
            {step.method} {step.path}
          </span>
        ) : (
          <span className="mi">{isPaused ? run.note : words.waitingMore(run.username)}</span>
        )}
      </output>
      <span className="row push">
        <Button small onPress={onCancel}>
          {words.cancel}
        </Button>
        {isPaused ? (
          <Button small kind="go" icon={Play} keyHint="F5" onPress={onContinue}>
            {words.next}
          </Button>
        ) : null}
        {!isPaused && run.browserUrl !== null ? <BrowserActs url={run.browserUrl} /> : null}
      </span>
    </div>
  );
}
