/** A piece of a request target: as it is, or an id that is cut in its middle. */
export interface TargetPiece {
  readonly text: string;
  /** The id as it went over the wire; left out where nothing is cut. */
  readonly whole?: string;
}

/** The shortest run of letters and digits that can be an id: anything below is read at a glance. */
const minIdChars = 16;
const keptChars = 4;
const minDigits = 2;

function isId(run: string): boolean {
  return run.length >= minIdChars && (run.match(/\d/g) ?? []).length >= minDigits;
}

/** Cuts a target so that neighbours can be told apart: ids lose their middle, and nothing else is lost. */
export function cutIds(target: string): readonly TargetPiece[] {
  const pieces: TargetPiece[] = [];
  let plain = '';
  for (const run of target.split(/([A-Za-z0-9_~-]+)/)) {
    if (!isId(run)) {
      plain += run;
      continue;
    }
    if (plain !== '') pieces.push({ text: plain });
    plain = '';
    pieces.push({ text: `${run.slice(0, keptChars)}…${run.slice(-keptChars)}`, whole: run });
  }
  return plain === '' ? pieces : [...pieces, { text: plain }];
}
