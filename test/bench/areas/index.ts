import type { Area } from '../harness/area.ts';
import { authorizationServer } from './authorization-server.ts';
import { connector } from './connector.ts';
import { flows } from './flows.ts';
import { gateway } from './gateway.ts';
import { importing } from './import/index.ts';
import { isolates } from './isolates.ts';
import { linting } from './lint.ts';
import { logs } from './logs.ts';
import { loop } from './loop.ts';
import { recorder } from './recorder.ts';
import { startup } from './startup.ts';
import { throttle } from './throttle.ts';
import { ui } from './ui.ts';

/** Every area of the benchmarks, in the order in which they run. */
export const areas: readonly Area[] = [
  startup,
  ui,
  recorder,
  loop,
  authorizationServer,
  flows,
  gateway,
  throttle,
  logs,
  connector,
  importing,
  linting,
  isolates,
];
