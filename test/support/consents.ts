import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sandboxAgreementId } from '#main/services/platform-sandbox/index.ts';
import type { ImportView } from '#shared/api/index.ts';
import type { ApiClient } from './api-clients.ts';
import { sampleWorkspace } from './engine.ts';

/** The sample workspace with changes of its manifest's platform. */
export function importFiles(platform: object = {}): Readonly<Record<string, unknown>> {
  const files: Record<string, unknown> = {};
  for (const name of readdirSync(sampleWorkspace, { recursive: true }).map(String)) {
    const path = join(sampleWorkspace, name);
    if (statSync(path).isFile())
      files[relative(sampleWorkspace, path)] = JSON.parse(readFileSync(path, 'utf8'));
  }
  const manifest = files['gatehouse.json'] as { services?: Record<string, object> };
  return {
    ...files,
    'gatehouse.json': { ...manifest, services: { ...manifest.services, platform: { ...platform } } },
  };
}

/** A spreadsheet of consents, as an admin has it. */
export interface SheetOptions {
  readonly rows: number;
  /** Rows whose users the sandbox does not know, by their number from 1. */
  readonly unknown?: readonly number[];
}

/** The text of a CSV file with one consent a row. */
export function consentSheet({ rows, unknown = [] }: SheetOptions): string {
  const lines = ['External ID,Agreement,Language,Consented at'];
  for (let row = 1; row <= rows; row += 1) {
    const key = unknown.includes(row) ? `NOBODY-${row}` : `EXT-${String(row).padStart(5, '0')}`;
    lines.push(`${key},Terms of Service,en,2024-0${(row % 9) + 1}-1${row % 10}T08:30:00Z`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

/** Longest wait: anything that has not come about by then never does, however busy the machine. */
const maxMillis = 100_000;

/** Waits until an import has come to where a check says. */
export async function untilImport(
  client: ApiClient,
  id: string,
  isThere: (view: ImportView) => boolean,
): Promise<ImportView> {
  const end = performance.now() + maxMillis;
  for (;;) {
    const view = await client.imports.get({ id });
    if (isThere(view)) return view;
    if (view.work?.state === 'failed' || performance.now() > end)
      throw new Error(
        `The import stands at ${view.state}: ${JSON.stringify(view.work)} ${JSON.stringify(view.problems)}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** True if no work goes on for an import. */
export const isIdle = ({ work }: ImportView): boolean => work === null || work.state !== 'running';

/** Sends a file in one piece or several, and reads it as CSV. */
export async function uploadSheet(
  client: ApiClient,
  text: string,
  fileName = 'consents.csv',
): Promise<ImportView> {
  const bytes = Buffer.from(text, 'utf8');
  const { job } = await client.imports.create({ name: 'Import 1', fileName, sizeBytes: bytes.length });
  for (let offset = 0; offset < bytes.length; offset += 1_000_000)
    await client.imports.upload({
      id: job.id,
      offset,
      base64: bytes.subarray(offset, offset + 1_000_000).toString('base64'),
    });
  const { reading } = await client.imports.preview({ id: job.id });
  await client.imports.read({ id: job.id, reading });
  return untilImport(client, job.id, (view) => isIdle(view) && view.rows !== null);
}

/** An import of a sheet that is mapped and planned against the sandbox. */
export async function plannedImport(client: ApiClient, text: string): Promise<ImportView> {
  const { job } = await uploadSheet(client, text);
  const { mapping } = await client.imports.suggest({ id: job.id });
  const { user, agreement, language, consentedAt } = mapping;
  if (user === undefined || agreement === undefined || language === undefined || consentedAt === undefined)
    throw new Error(`Not everything was mapped: ${JSON.stringify(mapping)}`);
  await client.imports.save({
    id: job.id,
    mapping: { user, agreement, language, consentedAt },
    dates: { format: 'iso', zone: 'UTC' },
    target: 'sandbox',
  });
  await client.imports.match({ id: job.id });
  return untilImport(client, job.id, (view) => isIdle(view) && view.state === 'ready');
}

export const termsOfService = sandboxAgreementId(1);
