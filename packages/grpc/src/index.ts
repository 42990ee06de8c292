export { openGrpcClient } from './client.ts';
export type { GrpcClient } from './client.ts';
export type { GrpcTarget, InnerTls } from './target.ts';
export type { ServiceName } from './definitions.ts';
export { rpc, serveGrpc } from './server.ts';
export type { GrpcServer, Rpc } from './server.ts';
