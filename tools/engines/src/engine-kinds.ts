import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineChoice } from './config.ts';
import { EngineError, type EngineName } from './errors.ts';

/** Where an engine's data is: at an address of the environment, in Docker's volumes, or in this folder. */
export type EngineKind = 'urls' | 'docker' | 'native';

export type EngineKinds = Readonly<Partial<Record<EngineName, EngineKind>>>;

const ENGINES: readonly EngineName[] = ['MongoDB', 'Kafka', 'Redis'];
const BEGIN_ANEW = 'begin without the data: npm start -- --fresh';

const fileIn = (directory: string): string => join(directory, 'engines.json');

/** The kinds of the engines that have the data of `directory`; undefined where there is none. */
export function rememberedKinds(directory: string): EngineKinds | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(directory), 'utf8')) as EngineKinds;
  } catch {
    // The version before remembered nothing and stored the data of native engines here.
    if (!existsSync(join(directory, 'data'))) return undefined;
    return Object.fromEntries(ENGINES.map((engine) => [engine, 'native']));
  }
}

/** Remembers beside the data which engines have it. */
export function rememberKinds(directory: string, kinds: EngineKinds): void {
  writeFileSync(fileIn(directory), `${JSON.stringify(kinds)}\n`);
}

export function forgetKinds(directory: string): void {
  rmSync(fileIn(directory), { force: true });
}

/**
 * How the engines without an address are to be found, so that they are those with the data.
 * @throws EngineError where the environment names others, with both ways out
 */
export function requireSameKinds(
  remembered: EngineKinds | undefined,
  variables: Readonly<Record<EngineName, { readonly name: string; readonly isSet: boolean }>>,
  choice: EngineChoice,
): EngineChoice {
  let required = choice;
  for (const engine of ENGINES) {
    const kind = remembered?.[engine];
    const { name, isSet } = variables[engine];
    if (kind === 'urls') requireAddress(engine, name, isSet);
    if (kind === undefined || kind === 'urls') continue;
    const place = kind === 'docker' ? 'Docker' : 'native engines';
    if (isSet) throw otherEngine(place, engine, `unset ${name}`);
    if (choice !== 'auto' && choice !== kind) {
      throw otherEngine(place, engine, 'unset TRIBUTARY_ENGINES');
    }
    required = kind;
  }
  return required;
}

function requireAddress(engine: EngineName, variable: string, isSet: boolean): void {
  if (isSet) return;
  throw otherEngine(`the server that ${variable} named`, engine, `set ${variable} as before`);
}

/** @param back how to run with the data */
export const otherEngine = (place: string, engine: EngineName, back: string): EngineError =>
  new EngineError(
    `The data of this checkout is in ${place} (${engine})`,
    `to go on with it, ${back}; or ${BEGIN_ANEW}`,
  );
