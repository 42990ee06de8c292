/** What a signal found on a conversion. */
export interface Finding {
  /** From 0 (nothing) to 1 (certain); null when the evidence is not available. */
  readonly value: number | null;
  /** Why, in one sentence for people. */
  readonly evidence: string;
}

/** Where a value begins to grow and where it reaches 1; `from` above `to` means that it falls. */
export interface Ramp {
  readonly from: number;
  readonly to: number;
}

/** 0 up to `from`, 1 from `to` on, linear between them. */
export const ramp = (value: number, { from, to }: Ramp): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

export const present = (evidence: string): Finding => ({ value: 1, evidence });
export const absent = (evidence: string): Finding => ({ value: 0, evidence });

export const notAvailable = (reason: string): Finding => ({
  value: null,
  evidence: `Not available: ${reason}`,
});
