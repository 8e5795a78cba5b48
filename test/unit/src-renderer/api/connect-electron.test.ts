import { afterEach, expect, test, vi } from 'vitest';
import { connectElectron } from '#renderer/api/connect-electron.ts';

afterEach(() => vi.unstubAllGlobals());

/** A window to which the host hands ports, and every port to the engine that it handed out. */
function openWindow() {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const handedOut: MessagePort[] = [];
  const handOut = () => {
    const [engine, desktop] = [new MessageChannel().port1, new MessageChannel().port1];
    handedOut.push(engine);
    const message = { data: 'gatehouse:port', source: page, ports: [engine, desktop] };
    page.dispatchEvent(Object.assign(new Event('message'), message));
  };
  return { handedOut, handOut };
}

test('a port that closes is replaced by the next, also where it closes as it comes', () => {
  const { handedOut, handOut } = openWindow();
  let asked = 0;
  connectElectron(() => void (asked += 1));
  expect(asked).toBe(1);
  for (const times of [2, 3, 4]) {
    handOut();
    // The engine had ended when the host handed its port out.
    handedOut.at(-1)?.dispatchEvent(new Event('close'));
    expect(asked).toBe(times);
  }
});

test('ports that another window posts are not taken', () => {
  const { handOut } = openWindow();
  const asks = vi.fn();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { name: 'another' }));
  connectElectron(asks);
  handOut();
  expect(asks).toHaveBeenCalledTimes(1);
});
