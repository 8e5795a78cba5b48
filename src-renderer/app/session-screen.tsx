import { useState } from 'react';
import { beginSession } from '../api/web-session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Drawn } from '../ui/icon.tsx';
import { strings } from '../words/strings.ts';

const words = strings.session;

/** Shown to a page without a session: it asks for the link that the host prints. */
export function SessionScreen() {
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string | null>(null);
  const begin = async () => {
    const outcome = await beginSession(pasted);
    if (outcome === 'begun') return location.reload();
    setError(outcome === 'lost' ? words.unreachable : words.wrong);
  };
  const change = (value: string) => {
    setPasted(value);
    setError(null);
  };
  return (
    <main className="session">
      <Drawn name="gate" />
      <h1 className="title">{words.title}</h1>
      <p>{words.why}</p>
      <TextField
        label={words.link}
        value={pasted}
        isMono
        help={words.help}
        error={error}
        onChange={change}
        onEnter={() => void begin()}
      />
      <div className="row">
        <Button kind="ink" onPress={() => void begin()}>
          {words.open}
        </Button>
      </div>
    </main>
  );
}
