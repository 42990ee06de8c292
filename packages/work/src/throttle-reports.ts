/**
 * Reports the first of several equal events at once and those that follow together, with their count, at most
 * once in `everyMs`: an outage becomes a line a minute instead of one for each call.
 * @param report gets the newest fact and how many there were since the last report; must not throw
 */
export function throttleReports<Fact>(
  everyMs: number,
  report: (fact: Fact, count: number) => void,
): (fact: Fact) => void {
  let newest: Fact | undefined;
  let count = 0;
  let isWaiting = false;

  const flush = (): void => {
    isWaiting = false;
    if (count === 0) return;
    const [fact, times] = [newest as Fact, count];
    newest = undefined;
    count = 0;
    isWaiting = true;
    setTimeout(flush, everyMs).unref();
    report(fact, times);
  };

  return (fact) => {
    newest = fact;
    count += 1;
    if (!isWaiting) flush();
  };
}
