import { createHash, randomBytes } from 'node:crypto';

const LIFETIME_MS = 5 * 60_000;
/** The calls that wait for a confirmation; the oldest is forgotten first. */
const MAX_PENDING = 100;

interface Pending {
  readonly digest: string;
  readonly until: number;
}

const digestOf = (tool: string, input: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([tool, input]))
    .digest('hex');

/** Tokens that allow one call each, of one tool with one input, for five minutes. */
export class Confirmations {
  private readonly pending = new Map<string, Pending>();
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** A token for this call. */
  issue(tool: string, input: unknown): string {
    const token = randomBytes(12).toString('base64url');
    this.pending.set(token, { digest: digestOf(tool, input), until: this.now() + LIFETIME_MS });
    const [oldest] = this.pending.keys();
    if (this.pending.size > MAX_PENDING && oldest !== undefined) this.pending.delete(oldest);
    return token;
  }

  /** Whether the token was given for this call; it is used up by that. */
  accept(token: string, tool: string, input: unknown): boolean {
    const found = this.pending.get(token);
    if (found === undefined || found.digest !== digestOf(tool, input)) return false;
    this.pending.delete(token);
    return this.now() < found.until;
  }
}
