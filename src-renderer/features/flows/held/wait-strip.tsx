import { ClipboardPaste, Copy, ExternalLink, Hand } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { Button, buttonClass } from '#renderer/ui/button.tsx';
import { copyText } from '#renderer/ui/copy.ts';
import { Icon } from '#renderer/ui/icon.tsx';
import type { FlowRun } from '#shared/api/index.ts';
import type { FlowDebuggerState } from '../use-flow-debugger.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flows;

function PasteForm({ onUrl }: { readonly onUrl: (url: string) => void }) {
  const [url, setUrl] = useState('');
  const id = useId();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (url.trim() !== '') onUrl(url.trim());
  };
  return (
    <form className="row paste-form" onSubmit={submit}>
      <label htmlFor={id}>{flowMessages.flowHeld.callback}</label>
      <input
        id={id}
        className="in mono"
        value={url}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setUrl(event.target.value)}
      />
      <button type="submit" className={buttonClass('go', true)}>
        {flowMessages.flowHeld.takeCallback}
      </button>
    </form>
  );
}

/** How a run that waits for a browser goes on. */
export function waitingMore({ callback, username }: Pick<FlowRun, 'callback' | 'username'>): string {
  return callback === 'pasted' ? messages.waitingPasted(username) : messages.waitingMore(username);
}

interface WaitStripProps {
  readonly state: FlowDebuggerState;
  readonly run: FlowRun;
}

/** The run waits for a browser: how to get there, and what to do where it does not come back by itself. */
export function WaitStrip({ state, run }: WaitStripProps) {
  const [isPasting, setIsPasting] = useState(run.callback === 'pasted');
  const { browserUrl } = run;
  return (
    <div className="held-bar">
      <Icon of={Hand} />
      <span className="held-text">
        <b>{messages.waiting}</b> <span className="mi">{waitingMore(run)}</span>
      </span>
      <span className="row push">
        <Button small onPress={() => state.cancel?.()}>
          {messages.cancel}
        </Button>
        <Button
          small
          icon={ClipboardPaste}
          hint={flowMessages.flowHeld.paste}
          expanded={isPasting}
          onPress={() => setIsPasting((before) => !before)}
        >
          <span className="act-word">{flowMessages.flowHeld.paste}</span>
        </Button>
        {browserUrl === null ? null : (
          <>
            <Button
              small
              icon={Copy}
              hint={messages.copyAddress}
              onPress={() => void copyText(browserUrl, messages.addressCopied)}
            >
              <span className="act-word">{messages.copyAddress}</span>
            </Button>
            <a
              className={buttonClass('go', true)}
              href={browserUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Icon of={ExternalLink} />
              {messages.openSignIn}
            </a>
          </>
        )}
      </span>
      {isPasting ? (
        <PasteForm onUrl={(url) => state.move((flows) => flows.callback({ runId: run.id, url }))} />
      ) : null}
    </div>
  );
}
