import type { PasswordHasher } from '#main/platform/password-hash.ts';
import type { Logger, RecordStore } from '#main/platform/ports.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { PlatformSettings, Vendor } from '#shared/workspace/index.ts';

/** The authorization server's facts about an access token that is valid. RFC 7662 §2.2 */
export interface TokenFacts {
  readonly clientId: string;
  /** null where the client acts for itself. */
  readonly username: string | null;
  readonly scope: string;
}

/** A state change, as subscribers of audit events receive it. Spec 3 §6 */
export interface PlatformEvent {
  readonly id: string;
  readonly type: string;
  readonly atMillis: number;
  /** The user or thing that it is about. */
  readonly subject: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Dependencies of the platform sandbox. */
export interface PlatformSandboxPorts {
  readonly settings: () => PlatformSettings;
  readonly vendor: () => Pick<Vendor, 'mediaType' | 'header'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly passwords: PasswordHasher;
  readonly records: RecordStore;
  readonly logger: Logger;
  /** null: the token is none that is valid now. */
  readonly introspect: (token: string) => TokenFacts | null;
  /** Returns true if a client is registered as a worker application. Spec 3 §5 */
  readonly isWorker: (clientId: string) => boolean;
  /** Notifies subscribers; their buffered changes are committed with the change. */
  readonly publish: (event: PlatformEvent) => void;
}
