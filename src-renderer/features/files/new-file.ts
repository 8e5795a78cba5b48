/** Kinds of files that can be added by hand. */
export const newFileKinds = ['client', 'user', 'environment'] as const;
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
  environment: () => ['environments', { title: '', variables: {}, secrets: {}, services: {} }],
};

/** The path and the text of a new file. */
export function newFile(kind: NewFileKind, name: string): { readonly file: string; readonly text: string } {
  const [folder, document] = documents[kind](name);
  return { file: `${folder}/${name}.json`, text: `${JSON.stringify(document, null, 2)}\n` };
}
