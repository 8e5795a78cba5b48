import { useRoute } from 'wouter';
import { FlowDebugger } from '../features/flow-debugger/flow-debugger.tsx';

/** Which screen an address shows. There is one screen so far; its address names the run that it shows. */
export function Routes() {
  const [, params] = useRoute('/flows/:runId?');
  return <FlowDebugger runId={params?.runId} />;
}
