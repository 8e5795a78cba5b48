import { EventEmitter } from 'node:events';

// For `node --import`: the process under test has what Electron gives one of its own, and not what Node gives.
const send = process.send?.bind(process);
Reflect.deleteProperty(process, 'send');

class ParentPort extends EventEmitter {
  constructor() {
    super();
    // As in Electron, what comes before somebody listens waits.
    this.once('newListener', () => {
      process.on('message', (data) => this.emit('message', { data, ports: [] }));
    });
  }

  postMessage(message: unknown): void {
    send?.(message, undefined, {}, () => {});
  }
}

Reflect.set(process, 'parentPort', new ParentPort());
// Chromium ends such a process with the one that started it.
process.on('disconnect', () => process.exit());
