/** Words of what begins with a template. */
export const templates = {
  templates: {
    begin: 'From a template…',
    titles: {
      client: 'New client from a template',
      connector: 'New connector from a template',
      route: 'New route from a template',
      import: 'Mapping from a template',
    },
    template: 'Template',
    secretHelp: 'Stored encrypted.',
    madeUpHelp: 'Stored encrypted. Leave empty to generate one.',
    make: 'Create',
    kept: (name: string) => `${name} saved as a template`,
    reading: 'Reading templates…',
  },
} as const;
