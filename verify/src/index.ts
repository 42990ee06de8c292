export { verify } from './verify.ts';
export { openWorld } from './world.ts';
