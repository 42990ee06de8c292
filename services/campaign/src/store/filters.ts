/** A filter without its undefined fields. */
export const withoutUndefined = (filter: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** Matches `text` anywhere in a field, in any case, without special characters. */
export const containsText = (text: string) => ({
  $regex: text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  $options: 'i',
});
