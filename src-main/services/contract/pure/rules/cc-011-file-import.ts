import { requestRule } from './parts/forms.ts';
import { isUnknown } from './parts/placeholder.ts';

export const fileImport = requestRule({
  id: 'CC-011',
  title: 'Users are imported by file',
  date: '2019-06-13',
  entries: ['2019-06-13-file-import-disabled'],
  severity: 'warning',
  source: 'public',
  detection: 'A file upload (multipart or CSV) to the user import.',
  replacement: 'Create one user per request, within the rate limits.',
  templates: ['/environments/{}/users/import', '/environments/{}/populations/{}/users/import'],
  methods: ['POST', 'PUT'],
  check({ headers }) {
    const mediaType = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    if (isUnknown(mediaType)) return [{ untold: { part: 'header', name: 'content-type' } }];
    if (!mediaType.startsWith('multipart/') && mediaType !== 'text/csv') return [];
    return [
      {
        part: { part: 'path' },
        message: 'File imports were disabled. No later document re-enables them.',
        subject: '/environments/{}/users/import',
      },
    ];
  },
});
