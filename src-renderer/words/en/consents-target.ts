/** The dialog that adds a platform. */
export const importTarget = {
  importTarget: {
    open: 'New target…',
    title: 'New target',
    region: 'Region',
    ownRegion: 'another one',
    name: 'Name',
    nameHelp: 'Letters, digits, “.”, “_” and “-”; it is typed again before anything is written there.',
    act: 'Add target',
    fields: {
      baseUrl: 'Base URL',
      tokenEndpoint: 'Token endpoint',
      environmentId: 'Environment',
      clientId: 'Worker client',
      clientSecret: 'Secret of the client',
      limit: 'Requests a second',
    },
    help: {
      baseUrl: 'With or without /v1, such as https://api.example.com/v1.',
      tokenEndpoint: 'Where the worker client gets its token.',
      environmentId: 'The id that stands in the paths.',
      clientId: 'It needs to read users and agreements, and to accept consents for users.',
      clientSecret: 'It is sealed before the file is written.',
      limit: 'What the platform is known to allow; empty: it is learnt.',
    },
  },
};
