export { verify } from './verify.ts';
export { openWorld } from './world.ts';
export { worldOptions } from './world-options.ts';
