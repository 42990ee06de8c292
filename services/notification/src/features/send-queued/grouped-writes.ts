/**
 * Writes records a group at a time: what comes while one is being written makes the next. So each is
 * written almost at once, and many in few calls. Answers when the record is written, or fails with
 * its group.
 */
export function groupedWrites<T>(
  write: (group: readonly T[]) => Promise<void>,
): (record: T) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  let next: { readonly group: T[]; readonly written: Promise<void> } | undefined;
  const open = () => {
    const group: T[] = [];
    const written = last.then(() => {
      next = undefined;
      return write(group);
    });
    last = written.catch(() => undefined);
    return { group, written };
  };
  return (record) => {
    next ??= open();
    next.group.push(record);
    return next.written;
  };
}
