import { afterEach, describe, expect, test } from 'vitest';
import type { ScriptHandle } from '#shared/throttle/index.ts';
import { type RunningGateway, startGateway } from './parties.ts';
import { type Setting, startSetting } from './people.ts';

let setting: Setting | null = null;
let gateway: RunningGateway;
afterEach(async () => {
  await setting?.stop();
  setting = null;
});

const script = (source: string) => ({
  handler: {
    type: 'Chain',
    config: {
      filters: [
        {
          name: 'scripted',
          type: 'ThrottlingFilter',
          config: {
            throttlingRatePolicy: {
              type: 'ScriptableThrottlingPolicy',
              config: { type: 'application/javascript', source },
            },
          },
        },
      ],
      handler: { type: 'StaticResponseHandler', config: { status: 200, entity: 'fine' } },
    },
  },
});

async function statusOf(url: string): Promise<number> {
  return (await fetch(url)).status;
}

describe('a policy that is a script', () => {
  test('that throws, or gives something that is no rate, is 500; null lets the request pass', async () => {
    setting = await startSetting({
      'routes/10-throws.json': {
        ...script('throw new Error("planted")'),
        condition: "${request.uri.path == '/throws'}",
      },
      'routes/20-wrong.json': { ...script('return 7'), condition: "${request.uri.path == '/wrong'}" },
      'routes/30-none.json': script('return null'),
    });
    expect(setting.engine.gateway.problems()).toEqual([]);
    const { gateway: origin } = setting;
    expect((await fetch(`${origin}/throws`)).status).toBe(500);
    expect((await fetch(`${origin}/wrong`)).status).toBe(500);
    for (let count = 0; count < 5; count += 1) expect((await fetch(`${origin}/none`)).status).toBe(200);
    expect(setting.engine.gateway.status(0)[2]?.throttling[0]?.counts).toMatchObject({ unthrottled: 5 });
  });

  test('that hangs costs its own request a 500 after its limit, and the route beside it nothing', async () => {
    setting = await startSetting({
      'routes/10-hangs.json': { ...script('while (true) {}'), condition: "${request.uri.path == '/hangs'}" },
      'routes/20-fine.json': script('return null'),
    });
    const { gateway: origin } = setting;
    expect(await statusOf(`${origin}/fine`)).toBe(200);
    const hanging = statusOf(`${origin}/hangs`);
    const others = Promise.all(Array.from({ length: 5 }, () => statusOf(`${origin}/fine`)));
    // The one that hangs is the last to be answered, although it was the first to ask.
    expect(await Promise.race([others, hanging])).toEqual([200, 200, 200, 200, 200]);
    expect(await hanging).toBe(500);
  });

  test('that cannot be read is a Problem with its place, and the routes beside it work', async () => {
    setting = await startSetting({
      'routes/10-bad.json': script('return )'),
      'routes/20-fine.json': script('return null'),
    });
    const [problem, ...others] = setting.engine.gateway.problems();
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ severity: 'error', location: { file: 'routes/10-bad.json' } });
    expect(problem?.location?.pointer).toContain('/handler/config/filters/0/config/throttlingRatePolicy');
    expect((await fetch(setting.gateway)).status).toBe(200);
  });

  test('is loaded once for a filter, whatever is reloaded around it', async () => {
    let loads = 0;
    const load = (): ScriptHandle => {
      loads += 1;
      return { rate: () => Promise.resolve(null) };
    };
    gateway = await startGateway({ '10-a': script('return null') }, { script: load });
    await gateway.route({ '10-a': { ...script('return null'), name: 'renamed' } });
    expect((await fetch(gateway.origin)).status).toBe(200);
    expect(loads).toBe(1);
  });

  test('that fails to load in an unforeseen way is a Problem all the same', async () => {
    const load = (): ScriptHandle => {
      throw new Error('planted');
    };
    const fine = { handler: { type: 'StaticResponseHandler', config: { status: 200 } } };
    gateway = await startGateway({ '10-a': script('return null'), '20-b': fine }, { script: load });
    expect(gateway.gateway.problems()).toMatchObject([{ code: 'api.internal', cause: 'planted' }]);
    expect((await fetch(gateway.origin)).status).toBe(200);
  });
});
