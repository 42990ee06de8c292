type Defined<Fields extends object> = {
  readonly [Field in keyof Fields]?: Exclude<Fields[Field], undefined>;
};

/** The fields of a filter that are given: the driver would compare an undefined one with null. */
export const withoutUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;

/** Matches `text` anywhere in a field, in any case, without special characters. */
export const containsText = (text: string) => ({
  $regex: text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'),
  $options: 'i',
});
