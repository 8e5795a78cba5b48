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

/** Shortens a target by removing the middle of its ids, so that similar rows still look different. */
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
