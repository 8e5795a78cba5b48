import { X509Certificate } from 'node:crypto';
import { trustInstructions } from '#main/platform/trust-instructions.ts';
import { apiWith } from './base.ts';

const api = apiWith<'authority' | 'workspace'>();

/** A file name that commands take without quotes, and that tells the roots of several workspaces apart. */
function fileNameOf(workspaceName: string): string {
  const spelt = workspaceName
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
    .replace(/-$/, '');
  return spelt === '' ? 'gatehouse-ca.pem' : `gatehouse-ca-${spelt}.pem`;
}

export const trust = api.trust.router({
  root: api.trust.root.handler(async ({ context: { engine } }) => {
    const pem = await engine.authority.root();
    const certificate = new X509Certificate(pem);
    const fileName = fileNameOf(engine.workspace.name);
    return {
      fileName,
      pem,
      subject: certificate.subject,
      sha256: certificate.fingerprint256,
      notBeforeMillis: certificate.validFromDate.getTime(),
      notAfterMillis: certificate.validToDate.getTime(),
      instructions: trustInstructions(fileName).map(({ trust: steps, undo, ...rest }) => ({
        ...rest,
        trust: [...steps],
        undo: [...undo],
      })),
    };
  }),
});
