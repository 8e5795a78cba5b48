import type { AttackReport, CaseReport, Verdict } from '#shared/attacks/index.ts';
import { attackServer } from '../attack-server.ts';
import { startTruthProvider } from './provider.ts';
import { providerFlaws } from './provider-flaws.ts';
import { flaws } from './server/flaws.ts';
import { startTruthServer, type TruthServer, type Way } from './server/start.ts';
import truth from './truth.json' with { type: 'json' };

export const ways = ['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;

/** A flaw, and the verdicts that follow from its definition; all others are those of the careful server. */
interface Planted {
  readonly definition: string;
  readonly clause: string;
  readonly verdicts: Readonly<Record<string, Verdict>>;
  /** Why a run was right against what stood here first. */
  readonly note?: string;
}

/** The truth of one server, as `truth.json` has it. */
interface Truth {
  readonly careful: {
    readonly passed: readonly string[];
    readonly otherwise: Readonly<Record<string, { readonly verdict: Verdict; readonly reason: string }>>;
    readonly skipped: Readonly<Record<string, string>>;
  };
  readonly flaws: Readonly<Record<string, Planted>>;
}

/** A server with switches. */
export interface Subject {
  readonly name: string;
  readonly truth: Truth;
  readonly start: (planted: string | null, way: Way) => Promise<TruthServer>;
}

export const subjects: readonly Subject[] = [
  {
    name: 'server',
    truth: truth.server as Truth,
    start: (planted, way) =>
      startTruthServer(
        flaws.filter((flaw) => flaw === planted),
        way,
      ),
  },
  {
    name: 'provider',
    truth: truth.provider as Truth,
    start: (planted, way) =>
      startTruthProvider(
        providerFlaws.filter((flaw) => flaw === planted),
        way,
      ),
  },
];

/** Cases that send hundreds of requests to measure times: they are played where a flaw names them. */
const timed: ReadonlySet<string> = new Set(['CA-08', 'PW-01']);
/** Cases that take half a minute of waiting: they are played where a flaw names them, and at the careful server. */
const waiting: ReadonlySet<string> = new Set(['AC-03']);

/** The verdicts of every case at a server with one flaw, or with none. */
export function expectedVerdicts(
  { truth: { careful, flaws: all } }: Subject,
  planted: string | null,
): ReadonlyMap<string, Verdict> {
  const found = new Map<string, Verdict>([
    ...careful.passed.map((id) => [id, 'PASSED'] as const),
    ...Object.keys(careful.skipped).map((id) => [id, 'SKIPPED'] as const),
    ...Object.entries(careful.otherwise).map(([id, { verdict }]) => [id, verdict] as const),
  ]);
  for (const [id, verdict] of Object.entries(planted === null ? {} : (all[planted]?.verdicts ?? {})))
    found.set(id, verdict);
  return found;
}

/** Where a run says something else than the truth. */
export interface Disagreement {
  readonly flaw: string | null;
  readonly way: Way;
  readonly id: string;
  readonly severity: CaseReport['severity'];
  readonly truth: Verdict | undefined;
  readonly run: Verdict;
  readonly why: string;
}

/** The result of playing one server. */
export interface TruthRun {
  readonly report: AttackReport;
  readonly disagreements: readonly Disagreement[];
}

/** Cases of a flaw: those that it names, and of the others all but those that measure times. */
export function casesFor(subject: Subject, planted: string | null): readonly string[] {
  const named = planted === null ? {} : (subject.truth.flaws[planted]?.verdicts ?? {});
  const all = [...expectedVerdicts(subject, planted)];
  return all
    .filter(
      ([id, verdict]) =>
        id in named || (verdict !== 'SKIPPED' && !timed.has(id) && (planted === null || !waiting.has(id))),
    )
    .map(([id]) => id);
}

/** Plays cases at a server with one flaw, or with none, and holds each verdict against the truth. */
export async function playTruth(
  subject: Subject,
  planted: string | null,
  way: Way,
  only: readonly string[],
): Promise<TruthRun> {
  const expected = expectedVerdicts(subject, planted);
  const server = await subject.start(planted, way);
  try {
    const report = await attackServer(server.issuer, server.file, only);
    const disagreements = report.cases
      .filter(({ id, verdict }) => !agrees(id, verdict, expected.get(id)))
      .map(({ id, severity, verdict, ...rest }) => ({
        flaw: planted,
        way,
        id,
        severity,
        truth: expected.get(id),
        run: verdict,
        why: reasonOf(rest.reason, rest.variants, verdict),
      }));
    return { report, disagreements };
  } finally {
    await server.close();
  }
}

/** A machine that is busy leaves to a person what it would have passed elsewhere. */
function agrees(id: string, run: Verdict, wanted: Verdict | undefined): boolean {
  return (
    run === wanted || (timed.has(id) && wanted === 'PASSED' && (run === 'REVIEW' || run === 'INCONCLUSIVE'))
  );
}

function reasonOf(reason: string, variants: CaseReport['variants'], verdict: Verdict): string {
  const checks = variants
    .filter((variant) => variant.verdict === verdict)
    .flatMap(({ name, checks: own }) =>
      own
        .filter(({ outcome }) => outcome !== 'met' && outcome !== 'unknown')
        .map(({ expected, actual }) => `[${name}: ${expected} | ${actual}]`),
    );
  return [reason, ...checks].join(' ').trim();
}
