import { connectParent } from '#main/platform/isolates/index.ts';
import { descriptorsOf } from './descriptors.ts';

/** Requests to the isolate of the tests. */
export type IsolateAct =
  | { readonly act: 'say'; readonly value: unknown }
  | { readonly act: 'data' | 'environment' | 'descriptors' | 'arguments' | 'pid' }
  | { readonly act: 'loop' | 'memory' | 'throw' | 'reject' | 'exit' };

/** Entry of an isolate that does as it is told, well or badly. */
const parent = await connectParent<IsolateAct, unknown>();

function takeAllMemory(): never {
  const held: number[][] = [];
  for (;;) held.push(Array.from<number>({ length: 1e6 }).fill(Math.random()));
}

parent.onTold((told) => {
  switch (told.act) {
    case 'say':
      return parent.tell(told.value);
    case 'data':
      return parent.tell(parent.data);
    case 'environment':
      return parent.tell(Object.keys(process.env));
    case 'descriptors':
      return parent.tell(descriptorsOf(process.pid));
    case 'arguments':
      return parent.tell(process.execArgv);
    case 'pid':
      return parent.tell(process.pid);
    case 'loop':
      for (;;);
    case 'memory':
      return takeAllMemory();
    case 'throw':
      throw new Error('planted');
    case 'reject':
      return void Promise.reject(new Error('planted'));
    case 'exit':
      return process.exit(3);
  }
});
