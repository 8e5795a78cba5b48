import type { FactLocation, ReadFact } from '#shared/contract/facts.ts';
import type { ArtefactKind, FindingLocation } from '#shared/contract/report.ts';
import type { Variables } from '#shared/workspace/variables.ts';
import type { HostMatcher } from '../hosts.ts';

/** A place in an artefact that suppresses a rule. */
export interface Suppression {
  readonly rule: string;
  /** Line to which it applies, from 1. */
  readonly line: number;
  readonly reason: string;
  readonly until: string | null;
}

/** A request of a script whose address is only known when it runs. */
export interface UntoldRequest {
  readonly line: number;
  readonly text: string;
}

/** An artefact that was read. */
export interface Artefact {
  readonly kind: ArtefactKind;
  readonly facts: readonly ReadFact[];
  readonly suppressions: readonly Suppression[];
  readonly untold?: readonly UntoldRequest[];
  locate(location: FactLocation): FindingLocation;
}

/** Facts about the workspace of an artefact that readers need. */
export interface ReaderContext {
  readonly hosts: HostMatcher;
  /** Values of `&{name}`. */
  readonly variables: Variables;
  /** Returns true if a registered client has no secret; null: it is not known. */
  isPublicClient(clientId: string): boolean | null;
  /** Issuer of a target of flows; null: it is not known. */
  issuerOf(target: string): string | null;
  /** Base URL and environment of a platform that consents are loaded into; null: it is not known. */
  platformOf(target: string): { readonly baseUrl: string; readonly environmentId: string } | null;
  /** The vendor's part of media types. */
  readonly mediaType: string;
}
