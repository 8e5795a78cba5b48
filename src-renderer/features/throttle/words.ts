import { throttle } from '#renderer/words/en/throttle.ts';
import { throttleTraffic } from '#renderer/words/en/throttle-traffic.ts';
import { localised } from '#renderer/words/localised.ts';

/** The words of this part of the application; they load with it. */
export const labMessages = localised({ throttle, throttleTraffic });
