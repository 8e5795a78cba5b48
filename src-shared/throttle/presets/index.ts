import { burst } from './burst.ts';
import { dynamic, mapped } from './mapped.ts';
import type { Preset } from './preset.ts';
import { scripted } from './scripted.ts';
import { simple } from './simple.ts';

export { type CheckedExpectation, checkExpectations, type Preset } from './preset.ts';

/** Policies to begin with: each rule of the specification, with what has to come of it. */
export const presets: readonly Preset[] = [mapped, simple, burst, scripted, dynamic];
