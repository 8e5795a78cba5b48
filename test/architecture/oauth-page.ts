import {
  clientAuthentications,
  clientAuthenticationTable,
  grantIds,
  grants,
  responseTypes,
} from '#shared/oauth/index.ts';
import { code, made, table } from './markdown.ts';

const mark = (holds: boolean) => (holds ? '✓' : '');

function grantRows(): readonly (readonly string[])[] {
  return grantIds.map((id) => {
    const { title, grantType, meaning, needsSecret, productName, responseTypes: types } = grants[id];
    return [
      title,
      code(grantType('<vendor>')),
      types.map(code).join(', '),
      mark(needsSecret),
      productName === null ? '–' : code(productName),
      meaning.clause,
    ];
  });
}

/** The page of what the authorization server and the flow debugger speak. */
export function oauthPage(): string {
  const answers = responseTypes.map(({ name, code: hasCode, token, idToken, clause }) => [
    code(name),
    mark(hasCode),
    mark(token),
    mark(idToken),
    clause,
  ]);
  const methods = clientAuthentications.map((id) => {
    const { title, isHosted, clause } = clientAuthenticationTable[id];
    return [code(id), title, mark(isHosted), clause];
  });
  return `# Grants, response types and client authentication

${made}

## Grants

The values of \`grant_types\` and \`response_types\` in a client file, and their names in exports of the product.
\`<vendor>\` is the vendor’s URN part in the workspace settings.

${table(['Grant', '`grant_type`', 'Response type', 'Confidential clients only', 'In exports', 'Clause'], grantRows())}

## Response types

${table(['`response_type`', 'Code', 'Access token', 'ID token', 'Clause'], answers)}

## Client authentication

The flow debugger can use all of them at other servers. The hosted authorization server supports the marked ones.

${table(['`token_endpoint_auth_method`', 'Credential', 'Hosted server', 'Clause'], methods)}
`;
}
