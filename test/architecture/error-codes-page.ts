import { errorCodes } from '#shared/errors/codes.ts';
import { code, made, table } from './markdown.ts';

const areaOf = (errorCode: string) => errorCode.slice(0, errorCode.indexOf('.'));

/** The page of every code that an error of Gatehouse itself can have. */
export function errorCodesPage(): string {
  const areas = Map.groupBy(
    Object.entries(errorCodes).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ([errorCode]) => areaOf(errorCode),
  );
  const parts = [...areas].map(
    ([area, codes]) =>
      `## ${area}\n\n${table(
        ['Code', 'Meaning'],
        codes.map(([errorCode, meaning]) => [code(errorCode), meaning.replaceAll('|', '\\|')]),
      )}`,
  );
  return `# Error codes

${made}

Every error of Gatehouse has one of these codes, a message, and usually a fix. \`--json\` and the API return it as
\`{"code", "message", "fix", "location"}\`. For the errors of the protocols, see
[error codes of the authorization server](oauth-errors.md).

${parts.join('\n\n')}
`;
}
