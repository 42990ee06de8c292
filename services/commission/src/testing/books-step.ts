import { isAppError } from '@tributary/errors';
import type fc from 'fast-check';
import { type DrivenBooks, type Model, requireSame } from './books-model.ts';

/** How a step is requested: once, twice, or again after the process was killed before the commit. */
export type Manner = 'once' | 'twice' | 'killed_first';

type Work = () => unknown;

/** A step, after which all records are checked. */
export abstract class Step implements fc.AsyncCommand<Model, DrivenBooks> {
  protected readonly manner: Manner;

  constructor(manner: Manner) {
    this.manner = manner;
  }

  abstract check(model: Readonly<Model>): boolean;
  abstract run(model: Model, books: DrivenBooks): Promise<void>;

  /** Does the work in its manner. @returns the code of the refusal, if any */
  protected async perform(books: DrivenBooks, work: Work): Promise<string | undefined> {
    if (this.manner === 'killed_first') await killed(books, work);
    const first = await refusalOf(work);
    if (this.manner === 'twice') await refusalOf(work);
    return first;
  }
}

async function killed(books: DrivenBooks, work: Work): Promise<void> {
  books.dies = true;
  const entries = await books.countEntries();
  try {
    await work();
  } catch (error) {
    if (!isAppError(error) && !String(error).includes('Killed')) throw error;
  }
  books.dies = false;
  requireSame('entries after a death', await books.countEntries(), entries);
}

async function refusalOf(work: Work): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}
