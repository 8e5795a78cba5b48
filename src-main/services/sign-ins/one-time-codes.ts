import { createHash } from 'node:crypto';
import type { RecordStore } from '#main/platform/ports.ts';
import type { StopSignal } from '#main/platform/timers.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock } from '#shared/time/clock.ts';

/** The time of the codes, waiting, and where it is kept which were given out: tests pass their own. */
export interface CodePorts {
  readonly clock: Clock;
  readonly wait: (millis: number, signal?: StopSignal) => Promise<void>;
  /** Codes stay used over a restart; absent: they are remembered while the engine runs. */
  readonly records?: Pick<RecordStore, 'get' | 'put' | 'commit'>;
}

/** Codes by seed, none of them twice. RFC 6238 §5.2 */
export interface OneTimeCodes {
  /**
   * The code of now; where it was given out already, that of the next step, once it has begun. A seed is Base32, or an
   * `otpauth://totp/` address that says digits, algorithm and period.
   * @throws sign-in.seed-invalid
   */
  next(seed: string, signal?: StopSignal): Promise<string>;
}

/** A code of a step, by the seed's own rules. */
interface Generator {
  readonly periodMillis: number;
  at(timestampMillis: number): string;
}

/** Kind of the records of codes that were used. */
const codeKind = 'sign-in.code';
interface UsedStep {
  readonly step: number;
}

/** The longest period that is waited for, in seconds: an address from elsewhere must not halt a play. */
const maxPeriodSeconds = 120;

/** Makes codes that are used once each, whoever asks for them. */
export function createOneTimeCodes({ clock, wait, records }: CodePorts): OneTimeCodes {
  /** The last step that was given out, by a digest of the key: a seed in another spelling is the same. */
  const used = new Map<string, number>();
  return {
    async next(seed, signal) {
      const { id, generator } = await readSeed(seed);
      const kept = (await records?.get<UsedStep>(codeKind, id))?.step;
      for (;;) {
        const step = Math.floor(clock.nowMillis() / generator.periodMillis);
        // Asked for at last: another who waits may have taken a step since.
        const last = Math.max(used.get(id) ?? -1, kept ?? -1);
        if (step > last) {
          used.set(id, step);
          const expiresAtMillis = (step + 1) * generator.periodMillis;
          records?.put(codeKind, id, { step } satisfies UsedStep, { sealed: true, expiresAtMillis });
          await records?.commit();
          return generator.at(step * generator.periodMillis);
        }
        await wait((last + 1) * generator.periodMillis - clock.nowMillis(), signal);
      }
    },
  };
}

/** @throws sign-in.seed-invalid */
async function readSeed(seed: string): Promise<{ readonly id: string; readonly generator: Generator }> {
  const { TOTP, URI, Secret } = await import('otpauth');
  try {
    const text = seed.trim();
    const read = /^otpauth:/i.test(text)
      ? URI.parse(text)
      : new TOTP({ secret: Secret.fromBase32(text.replace(/[\s-]/g, '').toUpperCase()) });
    if (!(read instanceof TOTP))
      throw new Error('The codes are counter-based (HOTP), not time-based (TOTP).');
    const { secret, algorithm, digits, period } = read;
    const isTaken =
      secret.bytes.length > 0 &&
      digits >= 6 &&
      digits <= 8 &&
      ['SHA1', 'SHA256', 'SHA512'].includes(algorithm) &&
      period >= 1 &&
      period <= maxPeriodSeconds;
    if (!isTaken) throw new Error('The number of digits, the algorithm or the period is not supported.');
    return {
      id: createHash('sha256').update(secret.bytes).digest('base64'),
      generator: {
        periodMillis: period * 1_000,
        at: (timestamp) => TOTP.generate({ secret, algorithm, digits, period, timestamp }),
      },
    };
  } catch {
    // The cause would quote the seed.
    throw new GatehouseError('sign-in.seed-invalid', 'The seed of the one-time codes is invalid.', {
      fix: 'Enter it in Base32, or as an otpauth://totp/ URI with 6 to 8 digits and a period of up to 120 seconds.',
    });
  }
}
