/** Matches `text` anywhere in a field, in any case, without special characters. */
export const containsText = (text: string) => ({
  $regex: text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  $options: 'i',
});
