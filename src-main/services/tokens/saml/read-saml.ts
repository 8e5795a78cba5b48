import { loadXmlLibraries, parseWellFormed, SamlError } from '#main/services/saml/index.ts';
import type { SamlReport, TokenRemark } from '#shared/api/index.ts';
import { assertionFacts, findAssertions } from './facts.ts';
import { samlRemarks } from './remarks.ts';
import type { SamlText } from './saml-text.ts';
import { findSignatures } from './signatures.ts';
import { layOut } from './tree.ts';

/** A document as it is shown, with what a reader should know of it. */
export interface SamlReading {
  readonly report: SamlReport;
  readonly remarks: readonly TokenRemark[];
}

const mask = '••••••••';

/** The report without what would make the document one that can be used: it is a value of a run, shown masked. */
export function maskProof(report: SamlReport): SamlReport {
  const nodes = report.nodes.map((node, index) => {
    const isProof =
      /(?:^|:)SignatureValue$/.test(report.nodes[index - 1]?.name ?? '') && node.kind === 'text';
    return isProof ? { ...node, text: mask } : node;
  });
  return { ...report, nodes, xml: '' };
}

/**
 * Reads a document to show it. A DOCTYPE, an entity or a processing instruction is never processed: then there is the
 * text and no tree. Nothing is fetched.
 */
export async function readSaml({ xml, encoding }: SamlText, nowMillis: number): Promise<SamlReading> {
  await loadXmlLibraries();
  let root: Element;
  try {
    root = parseWellFormed(xml);
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    const refusal = error.evidence.detail ?? 'The document is not well-formed.';
    return {
      report: { xml, encoding, refusal, nodes: [], assertions: [], signatures: [] },
      remarks: [
        { severity: 'error', text: `The document is not processed. ${refusal}`, clause: 'XML 1.0 §2.8' },
      ],
    };
  }
  const found = findSignatures(root);
  const tree = layOut(root, found);
  const elements = findAssertions(root);
  const assertions = elements.map((element) => assertionFacts(element, tree));
  const signatures = found.map(({ element, covered, isEnveloped: _isEnveloped, ...rest }) => ({
    ...rest,
    nodeId: tree.idOf(element),
    coversNodeId: covered === null ? null : tree.idOf(covered),
  }));
  return {
    report: { xml, encoding, refusal: null, nodes: tree.nodes, assertions, signatures },
    remarks: samlRemarks({ root, elements, assertions, signatures, nowMillis }),
  };
}
