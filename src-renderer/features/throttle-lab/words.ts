import { throttle } from '../../words/en/throttle.ts';
import { throttleTraffic } from '../../words/en/throttle-traffic.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const labWords = localised({ throttle, throttleTraffic });
