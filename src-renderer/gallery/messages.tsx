import { Play, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { Button, SmallGhostButton } from '../ui/button.tsx';
import { JsonCode } from '../ui/code.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Empty } from '../ui/empty.tsx';
import { Note } from '../ui/note.tsx';
import { ToastRegion, toastUndo } from '../ui/toast.tsx';
import { Part } from './part.tsx';

/** Failures, warnings, and completed actions. */
export function Messages() {
  return (
    <Part title="Messages" text="What failed, why, what to do. Toasts only for work in the background.">
      <Note
        kind="failed"
        title="The authorization server did not start"
        actions={
          <>
            <Button small>Use port 9036</Button>
            <SmallGhostButton>Try again</SmallGhostButton>
            <SmallGhostButton>Copy details</SmallGhostButton>
          </>
        }
      >
        <p>
          Port 9031 is held by <span className="mono">node</span> (pid 812). The issuer must not change
          silently.
        </p>
      </Note>
      <Note kind="warning" title="Training profile is on: 3 weaknesses">
        <p>Do not point real clients at this server.</p>
      </Note>
      <div className="row">
        <Button onPress={() => toastUndo('Deleted client spa-legacy', () => undefined)}>Show a toast</Button>
      </div>
      <ToastRegion />
    </Part>
  );
}

/** The question before an act that cannot be undone. */
export function Dialogs() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Part title="Dialog" text="Only before an act that cannot be undone. Focus starts on the safe answer.">
      <div className="row">
        <Button onPress={() => setIsOpen(true)}>Show a dialog</Button>
      </div>
      {isOpen ? (
        <Confirm
          title="Load 12,400 consents into staging?"
          text="37 older rows stay unsent. A loaded consent can be revoked, not removed."
          act="Load 12,400"
          typed={{ text: 'staging', label: 'Type staging to go on' }}
          onAct={close}
          onClose={close}
        />
      ) : null}
    </Part>
  );
}

/** A pane with nothing in it yet. */
export function Empties() {
  return (
    <Part title="Empty" text="Say what will be here and offer the first act.">
      <Empty
        icon={Waypoints}
        title="Run a flow to see both sides of it"
        text="Each step shows the request, the response and every rule the server checked."
        actions={
          <>
            <Button kind="ink" icon={Play}>
              Run authorization code
            </Button>
            <Button kind="ghost">Open a sample</Button>
          </>
        }
      />
    </Part>
  );
}

const policy =
  '{"type":"MappedThrottlingPolicy","config":{"throttlingRateMapper":"${contexts.oauth2.accessToken.info.status}","defaultRate":{"numberOfRequests":1,"duration":"10 s"}}}';

/** Text from the wire and from files. */
export function Codes() {
  return (
    <Part title="Code" text="Three inks. Comments and brackets recede.">
      <div className="block">
        <JsonCode text={policy} />
      </div>
    </Part>
  );
}
