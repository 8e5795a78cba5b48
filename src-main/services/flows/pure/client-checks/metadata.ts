import { type ClientCheck, failed, notChecked, passed, quoted } from './check.ts';

/** The metadata of a server beside the issuer that the client was told. */
export interface MetadataSeen {
  readonly issuer: string;
  /** Null: none were read. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The checks of a server's metadata. */
export const metadataChecks: readonly ClientCheck<MetadataSeen>[] = [
  {
    id: 'metadata-issuer',
    title: 'Metadata belong to this issuer',
    clause: 'RFC 8414 §3.3',
    run({ issuer, metadata }) {
      if (metadata === null)
        return notChecked('No metadata were read. The endpoints are known without them.');
      return metadata['issuer'] === issuer
        ? passed('The issuer in the metadata matches.')
        : failed(`The metadata contain another issuer: ${quoted(metadata['issuer'])}.`);
    },
  },
];
