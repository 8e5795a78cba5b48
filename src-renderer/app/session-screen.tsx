import { Drawn } from '../ui/icon.tsx';
import { strings } from '../words/strings.ts';

/** Shown when the engine refuses this page: only a new start link helps. */
export function SessionScreen() {
  return (
    <main className="session">
      <Drawn name="gate" />
      <h1 className="title">{strings.session.title}</h1>
      <p>{strings.session.why}</p>
      <p>{strings.session.fix}</p>
    </main>
  );
}
