import { dayOf, instantOfHttp, responseRule, successorOf } from './parts/deprecation.ts';

export const sunsetPassed = responseRule({
  id: 'CC-H02',
  title: 'An answer says that its endpoint was to be gone',
  severity: 'error',
  detection: 'A response with the header Sunset whose date has passed.',
  replacement: 'Use what the response names as its successor: this may stop at any time.',
  headers: ['sunset'],
  judge({ headers }, nowMillis) {
    const sunset = instantOfHttp(headers.get('sunset')?.trim() ?? '');
    if (sunset === null || sunset > nowMillis) return null;
    const successor = successorOf(headers.get('link'));
    return {
      part: { part: 'response-header', name: 'sunset' },
      message: `was to be gone on ${dayOf(sunset) ?? 'a day that has passed'}.`,
      ...(successor === null ? {} : { replacement: `Use ${successor}: this may stop at any time.` }),
    };
  },
});
