const WIDTH = 30;
const REDRAW_EVERY_MS = 200;
const isTerminal = process.stdout.isTTY;

/** Shows a bar, the speed and the time left of a step; where output is no terminal, one line at every tenth. */
export class Progress {
  private name = '';
  private total = 0;
  private done = 0;
  private startedAt = 0;
  private shownTenths = 0;
  private shownAt = 0;
  /** Seconds and counts of the finished steps, for the report. */
  readonly speeds = new Map<string, { count: number; seconds: number }>();

  begin(name: string, total: number): void {
    this.name = name;
    this.total = total;
    this.done = 0;
    this.shownTenths = 0;
    this.shownAt = 0;
    this.startedAt = performance.now();
    if (total === 0) process.stdout.write(`${name}: nothing to do\n`);
  }

  /** Adds `count` and returns the number done. */
  step(count = 1): number {
    this.done += count;
    const seconds = (performance.now() - this.startedAt) / 1000;
    this.speeds.set(this.name, { count: this.done, seconds });
    if (isTerminal) this.redraw(seconds);
    else this.printTenth(seconds);
    return this.done;
  }

  private redraw(seconds: number): void {
    const isOver = this.done >= this.total;
    const now = performance.now();
    if (!isOver && now - this.shownAt < REDRAW_EVERY_MS) return;
    this.shownAt = now;
    const filled = Math.floor((this.done / this.total) * WIDTH);
    const bar = '█'.repeat(filled).padEnd(WIDTH, '░');
    // Clears the rest of the line before.
    process.stdout.write(`\r${bar} ${this.text(seconds)}\x1b[K${isOver ? '\n' : ''}`);
  }

  private printTenth(seconds: number): void {
    const tenths = Math.floor((this.done / this.total) * 10);
    if (tenths === this.shownTenths) return;
    this.shownTenths = tenths;
    process.stdout.write(`${this.text(seconds)}\n`);
  }

  private text(seconds: number): string {
    const perSecond = this.done / seconds;
    const left = Math.round((this.total - this.done) / perSecond);
    const rest = left > 0 ? `, ${String(left)} s left` : '';
    return `${this.name}: ${String(this.done)} of ${String(this.total)}, ${String(Math.round(perSecond))} a second${rest}`;
  }
}
