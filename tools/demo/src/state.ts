import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The data that a shop stores: its secrets, and the click in each customer's cookie. */
export interface DemoState {
  trackingSecret: string | null;
  webhookSecret: string | null;
  clicks: Record<string, string>;
  /** The end of the showcase's ninety days, ISO 8601; null before its first run. */
  showcaseEnd: string | null;
  /** Whether the showcase is complete. */
  isShown: boolean;
}

const empty = (): DemoState => ({
  trackingSecret: null,
  webhookSecret: null,
  clicks: {},
  showcaseEnd: null,
  isShown: false,
});

export class StateFile {
  private readonly file: string;
  state: DemoState;

  constructor(file: string) {
    this.file = file;
    this.state = existsSync(file)
      ? { ...empty(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoState>) }
      : empty();
  }

  /** Clears the state, because the platform is a new one without this shop's data. */
  reset(): void {
    this.state = empty();
    this.save();
  }

  save(): void {
    mkdirSync(dirname(this.file), { recursive: true });
    const next = `${this.file}.next`;
    writeFileSync(next, JSON.stringify(this.state), { mode: 0o600 });
    renameSync(next, this.file);
  }
}
