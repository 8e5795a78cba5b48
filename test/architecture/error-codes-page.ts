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
        ['Code', 'What it says'],
        codes.map(([errorCode, meaning]) => [code(errorCode), meaning.replaceAll('|', '\\|')]),
      )}`,
  );
  return `# Error codes

${made}

Every error of Gatehouse has one of these codes, a message that says what failed and why, and where there is one a fix. \`--json\` prints it as
\`{"code", "message", "fix", "location"}\`, and so does the API. What the protocols answer is another matter:
[error codes of the authorization server](oauth-errors.md).

${parts.join('\n\n')}
`;
}
