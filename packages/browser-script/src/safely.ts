/** The function without its errors: a page must never see one of ours. */
export const safely =
  <Args extends unknown[], Result>(run: (...args: Args) => Result) =>
  (...args: Args): Result | undefined => {
    try {
      return run(...args);
    } catch {
      return undefined;
    }
  };
