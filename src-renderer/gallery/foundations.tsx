import { Part } from './part.tsx';

const colours: readonly (readonly (readonly [name: string, use?: string])[])[] = [
  [
    ['canvas', 'shell'],
    ['surface', 'panes'],
    ['sunken', 'strips'],
    ['raised', 'controls'],
    ['selected', 'the row you are on'],
    ['inverse', 'main action, held'],
  ],
  [['text'], ['muted'], ['edge', 'control'], ['line-strong'], ['line', 'divider'], ['accent']],
  [['ok'], ['warn'], ['danger'], ['info'], ['review'], ['neutral']],
  [['lane-browser'], ['lane-client'], ['lane-as'], ['lane-rs'], ['refused'], ['focus']],
  [['series-1'], ['series-2'], ['series-3'], ['series-4'], ['series-5'], ['series-6']],
];

/** The colours by their names. */
export function Colours() {
  return (
    <Part
      title="Colour"
      text="Planes are told apart by tone and a line. Accent says where you are. Status is for findings only."
    >
      {colours.map((line) => (
        <ul key={line[0]?.[0]} className="swatches">
          {line.map(([name, use]) => (
            <li key={name}>
              <i style={{ background: `var(--${name})` }} />
              <span className="mono">{name}</span>
              {use === undefined ? null : <span className="muted">{use}</span>}
            </li>
          ))}
        </ul>
      ))}
    </Part>
  );
}

/** The sizes of type, and what each is for. */
export function Type() {
  return (
    <Part
      title="Type"
      text="The system face speaks. Mono is evidence: whatever came from the wire or goes to it. No ligatures, slashed zero."
    >
      <div className="types">
        <p className="mono type-xl">7,810</p>
        <span className="ref">xl, 28/32: the one number</span>
        <p className="mono type-lg">9.8/s</p>
        <span className="ref">lg, 20/24: readout</span>
        <p className="title">Why was this refused?</p>
        <span className="ref">md, 15/20 strong: title</span>
        <p>The code is used up: start again at step 2.</p>
        <span className="ref">sm, 13/20: body</span>
        <p className="mono type-xs">{'POST /as/token.oauth2 -> 400 0O 1lI'}</p>
        <span className="ref">xs mono, 12/16: wire</span>
        <p className="label">Tokens left</p>
        <span className="ref">2xs strong, 11/16: label</span>
      </div>
    </Part>
  );
}
