export { createScripting, type Scripting, type ScriptingPorts } from './scripting.ts';
