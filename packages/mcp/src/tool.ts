import { type Tributary } from '@tributary/sdk';
import { z } from 'zod';

/** A tool of the server: one operation of the API, with the input that a model may give. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** What a tool that changes something does, for the person who confirms it; undefined for one that reads. */
  readonly announce?: (input: never) => string;
  readonly call: (api: Tributary, input: never) => Promise<unknown>;
}

type Shape = Readonly<Record<string, z.ZodType>>;

interface Declaration<Input extends Shape> extends Omit<Tool, 'input' | 'announce' | 'call'> {
  readonly input: Input;
  readonly call: (api: Tributary, input: z.output<z.ZodObject<Input>>) => Promise<unknown>;
}

/** A tool that reads. */
export const reading = <Input extends Shape>({ input, ...tool }: Declaration<Input>): Tool => ({
  ...tool,
  input: z.strictObject(input),
});

/** A tool that changes something, and is confirmed first. */
export const writing = <Input extends Shape>({
  input,
  ...tool
}: Declaration<Input> & {
  readonly announce: (input: z.output<z.ZodObject<Input>>) => string;
}): Tool => ({ ...tool, input: z.strictObject(input) });

/** The records of one answer: few enough for a model to read. */
export const limit = z
  .int()
  .min(1)
  .max(100)
  .default(20)
  .describe('At most so many records, newest first');

/** The first records of a list. */
export async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= count) break;
  }
  return taken;
}

/** The fields that have a value: the API knows no `undefined`. */
export const given = <Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], undefined>;
  };
