import { type Engines } from '@tributary/engines';

export type EngineName = keyof Engines['processes'];
export type EngineProcess = NonNullable<Engines['processes'][EngineName]>;

/** The process of an engine, to kill and to freeze. @throws Error where the engine is not a process of this machine */
export function processOf(
  { processes }: Pick<Engines, 'processes'>,
  engine: EngineName,
): EngineProcess {
  const found = processes[engine];
  if (found === undefined) throw new Error(`${engine} is not a process of this machine`);
  return found;
}
