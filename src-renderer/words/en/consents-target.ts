/** The dialog that adds a platform. */
export const importTarget = {
  importTarget: {
    open: 'New target…',
    title: 'New target',
    region: 'Region',
    ownRegion: 'other',
    name: 'Name',
    nameHelp: 'Letters, digits, “.”, “_” and “-”. You type it again to confirm each write to the target.',
    act: 'Add target',
    fields: {
      baseUrl: 'Base URL',
      tokenEndpoint: 'Token endpoint',
      environmentId: 'Environment',
      clientId: 'Worker client',
      clientSecret: 'Client secret',
      limit: 'Requests per second',
    },
    help: {
      baseUrl: 'With or without /v1, such as https://api.example.com/v1.',
      tokenEndpoint: 'Where the worker client gets its token.',
      environmentId: 'The ID used in the API paths.',
      clientId: 'Needs permission to read users and agreements, and to accept consents for users.',
      clientSecret: 'Encrypted before the file is written.',
      limit: 'The platform’s known limit. Blank: measured during the load.',
    },
  },
};
