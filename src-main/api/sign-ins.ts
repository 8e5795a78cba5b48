import { apiWith } from './base.ts';

const api = apiWith<'signInImports' | 'signIns' | 'workspace'>();

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
  sessions: api.signIns.sessions.handler(async ({ context: { engine } }) => [
    ...((await engine.signIns.sessions?.list()) ?? []),
  ]),
  forget: api.signIns.forget.handler(async ({ context: { engine }, input: { target, username } }) => {
    const found = engine.workspace.targets.find(({ name }) => name === target);
    const users = username === undefined ? (found?.users ?? []) : [{ username }];
    for (const user of users) engine.signIns.forgetRefusals(target, user.username);
    const of = username === undefined ? { target } : { target, username };
    return { sessions: (await engine.signIns.sessions?.forget(of)) ?? 0 };
  }),
  targets: api.signIns.targets.handler(({ context: { engine } }) =>
    engine.workspace.targets.map(({ name, displayName }) => ({ name, displayName })),
  ),
  preview: api.signIns.preview.handler(({ context: { engine }, input }) =>
    engine.signInImports.preview(input),
  ),
  import: api.signIns.import.handler(({ context: { engine }, input }) => engine.signInImports.write(input)),
});
