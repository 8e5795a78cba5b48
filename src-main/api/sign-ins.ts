import { apiWith } from './base.ts';

const api = apiWith<'signInImports' | 'workspace'>();

export const signIns = api.signIns.router({
  list: api.signIns.list.handler(({ context: { engine } }) => {
    const { signIns: all, targets } = engine.workspace;
    return all.map(({ name, file: { title, steps } }) => ({
      name,
      file: `sign-ins/${name}.json`,
      title,
      acts: steps.length,
      targets: targets.filter(({ file }) => file.sign_in?.file === name).map((target) => target.name),
    }));
  }),
  targets: api.signIns.targets.handler(({ context: { engine } }) =>
    engine.workspace.targets.map(({ name, displayName }) => ({ name, displayName })),
  ),
  preview: api.signIns.preview.handler(({ context: { engine }, input }) =>
    engine.signInImports.preview(input),
  ),
  import: api.signIns.import.handler(({ context: { engine }, input }) => engine.signInImports.write(input)),
});
