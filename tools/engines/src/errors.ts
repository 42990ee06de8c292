export type EngineName = 'MongoDB' | 'Kafka' | 'Redis';

/**
 * Something outside our code is missing or in the way. The message is one line that names the problem
 * and its remedy, so that it can be printed without a stack.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly remedy: string;

  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(`${oneLine(problem)}. Remedy: ${oneLine(remedy)}`, options);
    this.remedy = remedy;
  }
}

/** A process refused its settings; the message names the setting and the reason. */
export class SettingsError extends EngineError {}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');

/** The message of an error; anything can be thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
