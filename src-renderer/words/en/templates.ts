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
    secretHelp: 'It is sealed.',
    madeUpHelp: 'It is sealed. Where none is given, one is made up.',
    make: 'Make it',
    kept: (name: string) => `${name} is kept among the templates`,
    reading: 'Reading the templates…',
  },
} as const;
