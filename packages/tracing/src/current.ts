import type { Recorder } from './recorder.ts';

/** What the process records spans with; undefined where it records none. */
interface Tracing {
  recorder: Recorder | undefined;
}

/** One for the process, like the context of its work. */
export const tracing: Tracing = { recorder: undefined };
