/** A call as a file of this ending has it, and its verdict, worked out by hand. */
export type Usage<Verdict extends string = string> = readonly [
  ending: string,
  verdict: Verdict,
  text: string,
];

/** Usages in files of one ending. */
const inFile =
  (ending: string) =>
  <Verdict extends string>(verdict: Verdict, text: string): Usage<Verdict> => [ending, verdict, text];

export const groovy = inFile('groovy');
export const http = inFile('http');
export const js = inFile('js');
export const jsonFile = inFile('json');
export const sh = inFile('sh');
export const ts = inFile('ts');
export const py = inFile('py');
