import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a shop remembers: its tracking secret, and the click in each customer's cookie. */
export interface DemoState {
  trackingSecret: string | null;
  webhookSecret: string | null;
  clicks: Record<string, string>;
}

const empty = (): DemoState => ({ trackingSecret: null, webhookSecret: null, clicks: {} });

export class StateFile {
  private readonly file: string;
  state: DemoState;

  constructor(file: string) {
    this.file = file;
    this.state = existsSync(file)
      ? { ...empty(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<DemoState>) }
      : empty();
  }

  /** The platform knows nothing of us: what we remember is of another time. */
  forget(): void {
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
