import {
  type AskName,
  type Asks,
  type FromStandIn,
  type Note,
  type StandInSettings,
  settingsVariable,
  type ToStandIn,
} from './wire.ts';

/** The settings that the test gave. */
export const settings: StandInSettings = JSON.parse(process.env[settingsVariable] ?? '{}');

type Handler<K extends AskName> = (input: Asks[K]['input']) => Asks[K]['answer'] | Promise<Asks[K]['answer']>;

const handlers = new Map<AskName, (input: unknown) => unknown>();
let onPort: (message: Exclude<ToStandIn, { type: 'ask' }>) => void = () => {};

/** Tells the test what the host did; `done` is called when it is on its way. */
export function note(told: Note, done: () => void = () => {}): void {
  post({ type: 'note', note: told }, done);
}

/** Answers what the test asks under a name. */
export function answerAsk<K extends AskName>(name: K, handler: Handler<K>): void {
  handlers.set(name, (input) => handler(input as Asks[K]['input']));
}

/** Receives what the page sends on ports that were handed to it. */
export function receivePortMessages(listener: typeof onPort): void {
  onPort = listener;
}

function post(message: FromStandIn, done: () => void = () => {}): void {
  if (process.send === undefined || !process.connected) return done();
  process.send(message, undefined, {}, () => done());
}

async function answer({ id, name, input }: Extract<ToStandIn, { type: 'ask' }>): Promise<void> {
  try {
    const handler = handlers.get(name);
    if (handler === undefined) throw new Error(`Nothing answers ${name}.`);
    post({ type: 'answer', id, value: await handler(input), failure: null });
  } catch (error) {
    post({ type: 'answer', id, value: null, failure: String(error) });
  }
}

process.on('message', (message: ToStandIn) => {
  if (message.type === 'ask') void answer(message);
  else onPort(message);
});
// A test that ended leaves no desktop application behind.
process.on('disconnect', () => process.exit(1));
