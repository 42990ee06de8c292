/** What happens at moments that are known before. */
export class Timers {
  private readonly due: { readonly atS: number; readonly run: (atS: number) => void }[] = [];

  at(atS: number, run: (atS: number) => void): void {
    const before = this.due.findLastIndex((one) => one.atS > atS);
    this.due.splice(before + 1, 0, { atS, run });
  }

  nextS(): number {
    return this.due.at(-1)?.atS ?? Infinity;
  }

  runNext(): void {
    const next = this.due.pop();
    next?.run(next.atS);
  }
}
