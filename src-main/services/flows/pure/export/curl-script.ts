import type { FlowScript } from '#shared/flows/script.ts';
import { shellComment } from '#shared/shell/shell-word.ts';
import { bindSecrets } from './bind-secrets.ts';
import type { ExportedText } from './exported-run.ts';
import { Redactor } from './redactor.ts';
import { functionsFor, prelude } from './shell-functions.ts';
import { shellStep } from './shell-steps.ts';
import { type KnownValue, ShellValues } from './shell-values.ts';

/**
 * A flow as a POSIX shell script that does it with curl, step by step: what one answer gives, the next request takes. It
 * holds no secret; those it needs are environment variables. `known` are the values that the run had from the start, and
 * all that are secret.
 */
export function scriptToCurl(script: FlowScript, known: ReadonlyMap<string, KnownValue>): ExportedText {
  const secrets = new Map(
    [...known].flatMap(([name, { value, isSecret }]) => (isSecret ? [[name, value]] : [])),
  );
  const redactor = new Redactor(secrets);
  const values = new ShellValues(known);
  const steps = script.steps.map((step, index) => shellStep(bindSecrets(step, secrets), index + 1, values));
  const blocks = steps.map(({ comment, commands }, index) =>
    [shellComment(redactor.clean(`${index + 1}. ${comment}`)), commands]
      .filter((line) => line !== '')
      .join('\n'),
  );
  const declarations = values.declarations();
  const functions = functionsFor([...declarations, ...blocks].join('\n'));
  const parts = [
    `#!/bin/sh\n${shellComment(redactor.clean(script.title))}\nset -eu\numask 077`,
    prelude,
    functions,
    declarations.join('\n'),
    ...blocks,
  ].filter((part) => part !== '');
  const redacted = [...new Set([...values.required(), ...redactor.names()])];
  return { text: `${parts.join('\n\n')}\n`, redacted };
}
