import { announce } from './announce.ts';

/** Announces a program, measures once it is asked to over its channel, and answers with what was measured. */
export function answerOnce(measure: () => Promise<Readonly<Record<string, number>>>): void {
  process.once('message', () => {
    void measure().then((figures) => process.send?.(figures));
  });
  announce({});
}
