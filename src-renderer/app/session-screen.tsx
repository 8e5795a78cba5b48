import { useState } from 'react';
import { beginSession } from '../api/web-session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Drawn } from '../ui/icon.tsx';
import { sharedMessages } from '../words/shared-messages.ts';

const messages = sharedMessages.session;

/** Shown to a page without a session: it asks for the link that the host prints. */
export function SessionScreen() {
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string | null>(null);
  const begin = async () => {
    const outcome = await beginSession(pasted);
    if (outcome === 'begun') return location.reload();
    setError(outcome === 'lost' ? messages.unreachable : messages.wrong);
  };
  const change = (value: string) => {
    setPasted(value);
    setError(null);
  };
  return (
    <main className="session">
      <Drawn name="gate" />
      <h1 className="title">{messages.title}</h1>
      <p>{messages.why}</p>
      <TextField
        label={messages.link}
        value={pasted}
        isMono
        help={messages.help}
        error={error}
        onChange={change}
        onEnter={() => void begin()}
      />
      <div className="row">
        <Button kind="ink" onPress={() => void begin()}>
          {messages.open}
        </Button>
      </div>
    </main>
  );
}
