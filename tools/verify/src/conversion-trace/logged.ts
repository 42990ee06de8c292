import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Moment } from './moment.ts';

/** By what lines are chosen. */
export interface Wanted {
  /** Of the conversion and what followed from it. */
  readonly ids: ReadonlySet<string>;
  readonly correlationIds: ReadonlySet<string>;
}

type Line = Readonly<Record<string, unknown>>;

function parse(text: string): Line | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** Requests may concern many conversions: a line about another one of them is left out. */
function isWanted(text: string, line: Line, { ids, correlationIds }: Wanted): boolean {
  if ([...ids].some((id) => text.includes(id))) return true;
  const subject = line['subject'];
  return correlationIds.has(String(line['correlation_id'])) && typeof subject !== 'string';
}

/** What a line of a log states; undefined where it does not concern the conversion. */
export function momentOfLine(text: string, wanted: Wanted): Moment | undefined {
  const line = parse(text);
  if (line === undefined || !isWanted(text, line, wanted)) return undefined;
  return {
    at: String(line['time']),
    from: 'log',
    service: String(line['service']),
    what: String(line['msg']),
    details: line,
  };
}

/** Reads the logs of a folder line by line, so that their size does not matter. */
export async function findLogged(folder: string, wanted: Wanted): Promise<Moment[]> {
  if (!existsSync(folder)) return [];
  const moments: Moment[] = [];
  for (const file of readdirSync(folder).filter((name) => name.includes('.log'))) {
    for await (const text of createInterface(createReadStream(join(folder, file)))) {
      const moment = momentOfLine(text, wanted);
      if (moment !== undefined) moments.push(moment);
    }
  }
  return moments;
}
