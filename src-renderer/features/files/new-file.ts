/** Kinds of files that can be added by hand. */
export const newFileKinds = ['client', 'user', 'environment', 'attack'] as const;
export type NewFileKind = (typeof newFileKinds)[number];

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** True if a name is a valid file name. */
export function isFileName(name: string): boolean {
  return namePattern.test(name);
}

const documents: Readonly<
  Record<NewFileKind, (name: string) => readonly [folder: string, document: unknown]>
> = {
  client: (name) => [
    'oauth/clients',
    {
      client_id: name,
      client_secret: { $secret: `client.${name}` },
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1:9035/cb'],
      scope: 'orders.read',
    },
  ],
  user: (name) => [
    'oauth/users',
    { username: name, password: { $secret: `user.${name}.password` }, claims: {} },
  ],
  attack: (name) => [
    'attacks',
    {
      title: name,
      cases: [
        {
          id: 'ZZ-01',
          title: 'A code is redeemed twice',
          clauses: ['RFC 6749 §4.1.2'],
          severity: 'high',
          about: 'authorization-server',
          needs: ['confidential', 'user'],
          explain: 'Whoever reads the code later gets tokens.',
          fix: 'Refuse a code that was used.',
          variants: [
            {
              name: '',
              base: { flow: 'code', role: 'web', upTo: 'token' },
              steps: [{ like: 'token', id: 'again' }],
              expect: [{ check: 'answer', step: 'again', is: 'J400(invalid_grant)' }],
            },
          ],
        },
      ],
    },
  ],
  environment: () => ['environments', { title: '', variables: {}, secrets: {}, services: {} }],
};

/** The path and the text of a new file. */
export function newFile(kind: NewFileKind, name: string): { readonly file: string; readonly text: string } {
  const [folder, document] = documents[kind](name);
  return { file: `${folder}/${name}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}
