export { createHosting, type HostedService, type Hosting } from './hosting.ts';
