import { announce } from './announce.ts';
import { composeBenchEngine } from './bench-engine.ts';

const [workspace = '', stateDirectory = ''] = process.argv.slice(2);
const engine = await composeBenchEngine(workspace, stateDirectory, { authorizationServer: 0 });
await engine.start(['authorizationServer']);
announce({ authorizationServer: engine.hosting.url('authorizationServer') });
