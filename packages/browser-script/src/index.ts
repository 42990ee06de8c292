export { overlay, versions } from './gen/versions.ts';
export { pathBeside, platformPathOf, scriptPath } from './script-path.ts';
