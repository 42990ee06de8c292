import { type AppError, unavailable } from '@tributary/errors';

export type LedgerCommand = 'Reserve' | 'Settle' | 'Release' | 'Restore';

/** Unavailable before anything was done, or after all was done and the response was lost. */
type FaultTime = 'before' | 'after';

/** A fault of one command, once; of any affiliate's where none is given. */
interface Fault {
  readonly command: LedgerCommand;
  readonly affiliateId: string | undefined;
  readonly kind: FaultTime | AppError;
}

/** An affiliate's commands that get no response, for processes that will be killed. */
interface Hang {
  readonly command: LedgerCommand;
  readonly when: FaultTime;
  readonly affiliateId: string;
  readonly reached: () => void;
}

/** Faults that tests inject into the ledger's commands. */
export class LedgerFaults {
  private readonly faults: Fault[] = [];
  private hangs: Hang[] = [];
  private readonly broken = new Set<string>();

  /** The next call of a command fails as unavailable. */
  fail(command: LedgerCommand, when: FaultTime, affiliateId?: string): void {
    this.faults.push({ command, affiliateId, kind: when });
  }

  /** The ledger refuses an affiliate's next reserve with this error. */
  refuse(affiliateId: string, error: AppError): void {
    this.faults.push({ command: 'Reserve', affiliateId, kind: error });
  }

  /** Whether a fault was injected that no call has met. */
  hasPendingFault(): boolean {
    return this.faults.length > 0;
  }

  /**
   * An affiliate's commands get no response until `endHangs`, also when they are repeated after their deadline.
   * Resolves when the first such command arrives.
   */
  hang(command: LedgerCommand, when: FaultTime, affiliateId: string): Promise<void> {
    return new Promise((resolve) => {
      this.hangs.push({ command, when, affiliateId, reached: resolve });
    });
  }

  endHangs(): void {
    this.hangs = [];
  }

  /** Every command of an affiliate fails with an internal error until `mend`. */
  break(affiliateId: string): void {
    this.broken.add(affiliateId);
  }

  mend(): void {
    this.broken.clear();
  }

  /** Runs an affiliate's command, unless a fault is injected. */
  async run<T>(command: LedgerCommand, affiliateId: string | undefined, work: () => T): Promise<T> {
    if (affiliateId !== undefined && this.broken.has(affiliateId)) {
      throw new Error('The ledger is broken');
    }
    const hang = this.hangs.find(
      (one) => one.command === command && one.affiliateId === affiliateId,
    );
    if (hang !== undefined) {
      if (hang.when === 'after') work();
      hang.reached();
      // The caller will be killed; no other caller waits for this.
      await new Promise(() => undefined);
    }
    const fault = this.takeFault(command, affiliateId);
    if (fault === 'before') throw ledgerUnavailable();
    if (fault !== undefined && fault !== 'after') throw fault;
    const result = work();
    if (fault === 'after') throw ledgerUnavailable();
    return result;
  }

  private takeFault(command: LedgerCommand, affiliateId: string | undefined) {
    const index = this.faults.findIndex(
      (one) =>
        one.command === command &&
        (one.affiliateId === undefined || one.affiliateId === affiliateId),
    );
    return index < 0 ? undefined : this.faults.splice(index, 1)[0]?.kind;
  }
}

const ledgerUnavailable = (): AppError =>
  unavailable('ledger_away', { message: 'The ledger is unavailable', retryAfterSeconds: 1 });
