import { editRequest, type ScriptStep } from '#shared/flows/index.ts';

const openIdType = 'id_token token';

/** True of a server that knows the implicit grant with an ID token alone, as its metadata say. OpenID Connect Core §3.2 */
export function takesOpenIdAlone(metadata: Readonly<Record<string, unknown>> | undefined): boolean {
  const types: unknown = metadata?.['response_types_supported'];
  return Array.isArray(types) && !types.includes('token') && types.includes(openIdType);
}

/** The implicit flow with an ID token beside the access token, which needs a nonce. OpenID Connect Core §3.2.2.1 */
export function askingForIdToken(steps: readonly ScriptStep[]): ScriptStep[] {
  const nonce: ScriptStep = {
    act: 'make',
    id: 'make-nonce',
    remark: '',
    as: 'nonce',
    maker: 'random',
    options: { bytes: 12 },
  };
  const asking = steps.map((step) =>
    step.act === 'browse'
      ? {
          ...step,
          request: editRequest(step.request, [
            { op: 'set', place: 'query.response_type', value: openIdType },
            { op: 'add', place: 'query.nonce', value: '{{nonce}}' },
          ]),
        }
      : step,
  );
  return [nonce, ...asking];
}
