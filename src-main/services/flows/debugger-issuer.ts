import type { RecordStore } from '#main/platform/ports.ts';
import type { DebuggerIssuer } from '#main/services/flow-player/index.ts';
import { generateIssuerKeys } from '#main/services/saml/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';

const kind = 'flow-issuer';
const id = 'saml';
/** Entity id of the issuer in whose name the flow debugger signs assertions. */
export const debuggerIssuerName = 'urn:gatehouse:flow-debugger';

interface StoredIssuer {
  readonly keyPem: string;
  readonly certificatePem: string;
}

/** The issuer of this state: made at the first use, sealed, and the same from then on. Its trust is the workspace's to give. */
export function createDebuggerIssuer(
  records: RecordStore,
  clock: Clock,
  random: Random,
): () => Promise<DebuggerIssuer> {
  let made: Promise<DebuggerIssuer> | null = null;
  const load = async (): Promise<DebuggerIssuer> => {
    const stored = await records.get<StoredIssuer>(kind, id);
    if (stored !== null) return { name: debuggerIssuerName, ...stored };
    const { key, cert } = await generateIssuerKeys('Gatehouse flow debugger', { clock, random });
    const issuer = { keyPem: key, certificatePem: cert };
    records.put(kind, id, issuer, { sealed: true });
    return { name: debuggerIssuerName, ...issuer };
  };
  return () => {
    made ??= load();
    return made;
  };
}
