import type { ArtefactKind, LintFinding, TextEdit } from '#shared/contract/index.ts';
import type { LintContext } from './lint-context.ts';
import type { LintedSource } from './lint-source.ts';

/** A request that was recorded, on its way to the linter. */
export interface RecordedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bodyText: string;
  readonly status: number | null;
  readonly responseHeaders: readonly (readonly [name: string, value: string])[];
  readonly responseText: string;
  readonly startedAtMillis: number;
  readonly durationMillis: number;
}

/** A text that is linted as it is. */
export interface TextArtefact {
  readonly file: string;
  readonly kind: ArtefactKind | null;
  readonly text: string;
}

/** All tasks of the linter's thread, with their inputs and results. */
export interface ContractTasks {
  lintTexts(input: {
    readonly context: LintContext;
    readonly artefacts: readonly TextArtefact[];
  }): readonly LintedSource[];
  /** Lints a file of this machine; `file` is what findings call it. */
  lintFile(input: {
    readonly context: LintContext;
    readonly path: string;
    readonly file: string;
    readonly kind: ArtefactKind | null;
  }): LintedSource;
  /** Lints recorded requests after those that came earlier; findings name the exchange. */
  lintExchanges(input: {
    readonly context: LintContext;
    readonly earlier: readonly RecordedRequest[];
    readonly fresh: readonly RecordedRequest[];
  }): {
    readonly findings: readonly LintFinding[];
    readonly counts: LintedSource['counts'];
  };
  /** Writes a file anew without its secrets. */
  maskSource(input: { readonly from: string; readonly to: string; readonly file: string }): {
    readonly masked: number;
    readonly sizeBytes: number;
    readonly kind: ArtefactKind | null;
  };
  /** Writes a file anew with edits made. */
  editSource(input: {
    readonly from: string;
    readonly to: string;
    readonly file: string;
    readonly edits: readonly TextEdit[];
  }): { readonly sizeBytes: number };
}
