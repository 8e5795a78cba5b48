import type { PackedExchange } from '#main/platform/exchange-codec.ts';
import type { Happened } from './run-rows.ts';

/** Refusals that are kept while a run goes on: other requests are refused meanwhile too. */
const maxRefusals = 256;

/** The rules by which servers of ours refused, from their own records. */
export class ServerRefusals {
  readonly #byExchange = new Map<string, readonly string[]>();

  /** Notes the rules that failed in an exchange as a server recorded it. */
  note({ id, draft, trace }: PackedExchange): void {
    const failed = (trace?.rules ?? []).filter(({ outcome }) => outcome === 'failed');
    if (draft.side !== 'server' || failed.length === 0) return;
    this.#byExchange.set(
      id,
      failed.map((rule) => rule.id),
    );
    const [oldest] = this.#byExchange.keys();
    if (this.#byExchange.size > maxRefusals && oldest !== undefined) this.#byExchange.delete(oldest);
  }

  /** Ids of the rules that refused at a step of a run; null: no server of ours answered it. */
  at(happened: readonly Happened[], stepId: string): readonly string[] | null {
    const answered = happened.filter((row) => row.stepId === stepId && row.serverExchangeId !== null);
    if (answered.length === 0) return null;
    return answered.flatMap(({ serverExchangeId }) => this.#byExchange.get(serverExchangeId ?? '') ?? []);
  }
}
