/** A JSON object of an API document. */
export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy with every value replaced. */
export const mapValues = (json: unknown, replace: (value: unknown, key: string) => unknown): Json =>
  isObject(json)
    ? Object.fromEntries(Object.entries(json).map(([key, value]) => [key, replace(value, key)]))
    : {};
