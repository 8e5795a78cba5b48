import type { AttackCase, AttackFile, CaseReport } from '#shared/attacks/index.ts';

/** A file of cases as it is played: of the catalogue, or of somebody else. */
export interface PlayedFile extends AttackFile {
  /** Where cases of a workspace, or of a file beside it, come from; absent: they are the catalogue's. */
  readonly own?: {
    readonly file: string;
    /** Why none of them is played; null: they are. */
    readonly withheld: string | null;
  };
}

/** A case and the file that defines it. */
export interface PlayedCase {
  readonly attack: AttackCase;
  readonly file: PlayedFile;
}

/** All cases in the order of their files. */
export function casesIn(files: readonly PlayedFile[]): readonly PlayedCase[] {
  return files.flatMap((file) => file.cases.map((attack) => ({ attack, file })));
}

/** The part of a report that is the same whatever the case comes to. */
export function aboutOf(attack: AttackCase, group: string) {
  const { id, title, severity, clauses, cwe, explain, fix } = attack;
  return { id, title, group, severity, clauses, cwe, explain, fix };
}

/** The report of a case of which nothing was played. */
export function skippedReport({ attack, file }: PlayedCase, reason: string): CaseReport {
  const about = aboutOf(attack, file.title);
  return { ...about, verdict: 'SKIPPED', reason, durationMillis: 0, variants: [] };
}
