import {
  describeFile,
  isReadOnly,
  packWorkspace,
  rememberEnvironment,
  setSettings,
  settingsInForce,
} from '#main/workspace/index.ts';
import type { WorkspaceFile } from '#shared/api/index.ts';
import { apiWith } from './base.ts';
import type { Slice } from './ports.ts';

const api = apiWith<'contract' | 'drafts' | 'editor' | 'ports' | 'workspace'>();

async function listFiles({ workspace, drafts }: Slice<'drafts' | 'workspace'>): Promise<WorkspaceFile[]> {
  const drafted = new Set((await drafts.list()).map(({ file }) => file));
  return workspace.files.map((listed) => ({
    file: listed.file,
    kind: listed.kind,
    name: describeFile(listed),
    hasDraft: drafted.has(listed.file),
  }));
}

/** `Orders at work` → `orders-at-work.zip`. */
function zipNameOf(workspaceName: string): string {
  const name = workspaceName
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `${name === '' ? 'workspace' : name}.zip`;
}

export const workspace = api.workspace.router({
  info: api.workspace.info.handler(({ context: { engine } }) => ({
    id: engine.workspace.id,
    name: engine.workspace.name,
    directory: engine.workspace.directory,
    isReadOnly: isReadOnly(engine.workspace.directory, 'gatehouse.json'),
    environments: [...engine.workspace.environments],
    environment: engine.workspace.environment,
  })),
  files: api.workspace.files.handler(({ context }) => listFiles(context.engine)),
  readFile: api.workspace.readFile.handler(({ context, input }) => context.engine.editor.read(input.file)),
  checkFile: api.workspace.checkFile.handler(async ({ context: { engine }, input: { file, text } }) => {
    const found = engine.editor.check(file, text);
    const isLinted = /^(?:connectors|flows)\/[^/]+$/.test(file);
    // Invalid JSON is reported once, by the editor.
    if (!isLinted || found.some(({ code }) => code === 'workspace.syntax')) return [...found];
    return [...found, ...(await (await engine.contract()).check(file, text))];
  }),
  writeFile: api.workspace.writeFile.handler(
    async ({ context: { engine }, input: { file, text, baseVersion } }) => {
      const written = await engine.editor.write(file, text, baseVersion);
      await engine.drafts.settle(file, text);
      return written;
    },
  ),
  mergeFile: api.workspace.mergeFile.handler(({ context, input }) => context.engine.editor.merge(input)),
  removeFile: api.workspace.removeFile.handler(async ({ context, input }) => ({
    undoId: await context.engine.editor.remove(input.file),
  })),
  restoreFile: api.workspace.restoreFile.handler(async ({ context, input }) => ({
    file: await context.engine.editor.restore(input.undoId),
  })),
  setSettings: api.workspace.setSettings.handler(async ({ context: { engine }, input }) => ({
    version: await setSettings(engine.editor, engine.workspace, input.members),
  })),
  settings: api.workspace.settings.handler(({ context }) => ({
    ...settingsInForce(context.engine.workspace),
  })),
  setEnvironment: api.workspace.setEnvironment.handler(async ({ context: { engine }, input: { name } }) => {
    engine.workspace.setEnvironment(name);
    await rememberEnvironment(engine.ports.storage.records, name);
    return { environment: engine.workspace.environment };
  }),
  exportZip: api.workspace.exportZip.handler(({ context: { engine } }) => {
    const { zip, files, redacted, leftOut } = packWorkspace(engine.workspace.directory);
    return {
      fileName: zipNameOf(engine.workspace.name),
      zipBase64: Buffer.from(zip).toString('base64'),
      files: [...files],
      redacted: [...redacted],
      leftOut: [...leftOut],
    };
  }),
});
