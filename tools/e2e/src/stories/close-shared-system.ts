import { closeSharedSystem } from './open-shared-system.ts';

/** After the last story of a run. */
export default closeSharedSystem;
