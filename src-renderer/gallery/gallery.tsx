import { Drawn } from '../ui/icon.tsx';
import { Buttons, Fields } from './controls.tsx';
import { Jobs, Rails, Rows, Verdicts } from './findings.tsx';
import { Colours, Type } from './foundations.tsx';
import { Codes, Dialogs, Empties, Messages } from './messages.tsx';

/** Every part of the visual language on one page: what tests compare, and where a new screen looks first. */
export function Gallery() {
  return (
    <main className="gallery">
      <header className="gallery-head">
        <div className="row">
          <Drawn name="gate" />
          <h1>Gatehouse parts</h1>
        </div>
        <p className="muted">
          Add <span className="mono">?theme=dark</span>, <span className="mono">&amp;contrast=more</span> or{' '}
          <span className="mono">&amp;density=comfortable</span> to the address.
        </p>
      </header>
      <Colours />
      <Type />
      <Buttons />
      <Fields />
      <Verdicts />
      <Rows />
      <Rails />
      <Jobs />
      <Messages />
      <Dialogs />
      <Empties />
      <Codes />
    </main>
  );
}
