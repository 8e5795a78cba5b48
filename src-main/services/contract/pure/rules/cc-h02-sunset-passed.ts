import { dayOf, instantOfHttp, responseRule, successorOf } from './parts/deprecation.ts';

export const sunsetPassed = responseRule({
  id: 'CC-H02',
  title: 'A response marks its endpoint as past its removal date',
  severity: 'error',
  detection: 'A response with a past date in the Sunset header.',
  replacement: 'Use the successor that the response specifies. The endpoint can stop working at any time.',
  headers: ['sunset'],
  judge({ headers }, nowMillis) {
    const sunset = instantOfHttp(headers.get('sunset')?.trim() ?? '');
    if (sunset === null || sunset > nowMillis) return null;
    const successor = successorOf(headers.get('link'));
    return {
      part: { part: 'response-header', name: 'sunset' },
      message: `was scheduled for removal on ${dayOf(sunset) ?? 'a past date'}.`,
      ...(successor === null
        ? {}
        : { replacement: `Use ${successor}. The endpoint can stop working at any time.` }),
    };
  },
});
