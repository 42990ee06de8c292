import { type Call, countOf, type Option } from '../command.ts';

/** How many records a list shows. */
export const LIMIT: Option = {
  type: 'string',
  value: 'N',
  summary: 'At most so many records; 25 by default',
};

export const limitOf = (call: Call): number => countOf(call, 'limit', 1) ?? 25;
