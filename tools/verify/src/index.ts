export { verify } from './verify.ts';
export { openSystemData } from './system-data.ts';
export { systemDataOptions } from './system-data-options.ts';
