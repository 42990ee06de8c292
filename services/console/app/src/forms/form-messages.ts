interface Fault {
  readonly message?: unknown;
  /** The field on the page; absent where there is none, as for a list as a whole. */
  readonly ref?: unknown;
}

/** What is wrong with what has no field to show it at, by the errors of react-hook-form. */
export function messagesBesideFields(errors: object): readonly string[] {
  const found = Object.values(errors).flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    const { message, ref }: Fault = value;
    if (typeof message !== 'string') return messagesBesideFields(value);
    return ref === undefined ? [message] : [];
  });
  return [...new Set(found)];
}
