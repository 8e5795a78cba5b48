import { type Maker, textOption } from './maker.ts';

/** A text put together from other values: `text` is a template. */
export const makeText: Maker = (options, { fill }) => fill(textOption(options, 'text', ''));
