import { Drawn } from '#renderer/ui/icon.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { formatTime } from '#renderer/words/format.ts';
import type { ImportView } from '#shared/api/index.ts';
import type { Mapping } from '#shared/consents/index.ts';
import { outcomeCount } from '../counts.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.load;

/** A hash that is only to be recognised: its ends. */
export function shortHash(hash: string): string {
  return hash.length <= 12 ? hash : `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly isMono: boolean;
  /** The full text of a shortened one. */
  readonly whole?: string;
}

function consentedAtText({ job }: ImportView, mapping: Mapping): string {
  const { consentedAt } = mapping;
  if ('column' in consentedAt) return messages.column(consentedAt.column, job.dates?.zone ?? 'UTC');
  return consentedAt.constant === 'now' ? messages.sendingTime : consentedAt.constant;
}

function revisionText(view: ImportView): string {
  const texts = view.matches?.texts ?? [];
  const [only] = texts;
  if (only === undefined || texts.length !== 1) return messages.revisions(texts.length);
  return messages.effective(new Date(only.effectiveAtMillis).toISOString().slice(0, 10));
}

function factsOf(view: ImportView): readonly Fact[] {
  const { job, matches } = view;
  const { plan, mapping, source } = job;
  const { facts } = messages;
  const unique = (values: readonly string[]) => [...new Set(values)].join(', ');
  const texts = matches?.texts ?? [];
  const hashed = (name: string, hash: string | null | undefined): readonly Fact[] =>
    hash === null || hash === undefined
      ? []
      : [{ name, value: messages.sha(shortHash(hash)), isMono: true, whole: hash }];
  return [
    ...hashed(facts.file, source.sha256),
    ...hashed(facts.plan, plan?.hash),
    { name: facts.agreement, value: unique(texts.map(({ agreement }) => agreement)), isMono: false },
    { name: facts.language, value: unique(texts.map(({ locale }) => locale)), isMono: true },
    { name: facts.revision, value: revisionText(view), isMono: true },
    ...(mapping === null
      ? []
      : [{ name: facts.consentedAt, value: consentedAtText(view, mapping), isMono: true }]),
    {
      name: facts.duplicates,
      value: messages.superseded(outcomeCount(plan, 'superseded') + outcomeCount(plan, 'duplicate')),
      isMono: false,
    },
  ].filter(({ value }) => value !== '');
}

/** The frozen plan that is being sent, in a few lines. */
export function PlanFacts({ view }: { readonly view: ImportView }) {
  const { plan } = view.job;
  return (
    <section aria-label={messages.plan}>
      <PaneHead title={messages.plan}>
        <span className="push ref">
          {plan === null ? messages.notFrozen : messages.frozen(formatTime(plan.frozenAtMillis))}
        </span>
      </PaneHead>
      <dl className="imp-facts">
        {factsOf(view).map(({ name, value, isMono, whole }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={isMono ? 'mono' : undefined} title={whole} data-words="data">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Why nothing is lost and nothing is sent twice, whenever the application stops. */
export function StopRail({ unknown }: { readonly unknown: number }) {
  return (
    <section aria-label={messages.stops}>
      <PaneHead title={messages.stops} />
      <ol className="rail">
        {messages.stopSteps.map((step) => (
          <li key={step} className="pass">
            <Drawn name="passed" />
            <span>{step}</span>
          </li>
        ))}
        <li className="never">
          <Drawn name="never" />
          <span>{messages.stopResume(unknown)}</span>
        </li>
      </ol>
    </section>
  );
}
