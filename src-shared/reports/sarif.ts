/** The results of a run of one of our tools, for SARIF. */
export interface SarifRun {
  readonly rules: readonly object[];
  readonly invocation: object;
  readonly results: readonly object[];
  readonly properties: object;
}

/** A document with one run of this tool; columns count UTF-16 units. SARIF 2.1.0 §3.13, §3.14 */
export function sarifDocument({ rules, invocation, results, properties }: SarifRun): string {
  const document = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Gatehouse', rules } },
        invocations: [invocation],
        results,
        columnKind: 'utf16CodeUnits',
        properties,
      },
    ],
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
