import type { PasswordValidatorSettings } from '#shared/workspace/index.ts';
import type { Runtime } from '../runtime.ts';
import type { Subject } from '../subject.ts';

/** A validator's verdict on a name and a secret: it knows them, it does not, or it cannot say. */
export type Verdict =
  | { readonly outcome: 'ok'; readonly subject: Subject }
  | { readonly outcome: 'invalid'; readonly why: string }
  | { readonly outcome: 'unavailable'; readonly why: string };

/** Credentials that a user typed, or that a client collected. */
export interface Credentials {
  readonly username: string;
  readonly secret: string;
}

/** One kind of validator: a file of this shape and a line in the registry. */
export type Validate<Type extends PasswordValidatorSettings['type']> = (
  runtime: Runtime,
  settings: Extract<PasswordValidatorSettings, { readonly type: Type }>,
  credentials: Credentials,
  nowMillis: number,
) => Verdict | Promise<Verdict>;
