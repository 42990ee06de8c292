/** Prints the progress and speed of a step at every tenth. */
export class Progress {
  private name = '';
  private total = 0;
  private done = 0;
  private startedAt = 0;
  private shownTenths = 0;
  /** Seconds and counts of the finished steps, for the report. */
  readonly speeds = new Map<string, { count: number; seconds: number }>();

  begin(name: string, total: number): void {
    this.name = name;
    this.total = total;
    this.done = 0;
    this.shownTenths = 0;
    this.startedAt = performance.now();
    if (total === 0) process.stdout.write(`${name}: nothing to do\n`);
  }

  /** Adds `count` and returns the number done. */
  step(count = 1): number {
    this.done += count;
    const seconds = (performance.now() - this.startedAt) / 1000;
    this.speeds.set(this.name, { count: this.done, seconds });
    const tenths = Math.floor((this.done / this.total) * 10);
    if (tenths > this.shownTenths) {
      this.shownTenths = tenths;
      const speed = Math.round(this.done / seconds);
      process.stdout.write(
        `${this.name}: ${String(this.done)} of ${String(this.total)}, ${String(speed)} a second\n`,
      );
    }
    return this.done;
  }
}
