export { createServer } from './server.ts';
export type { ServerOptions } from './server.ts';
