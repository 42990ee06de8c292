import { z } from 'zod';
import { MAX_DELAY_MS } from '../settings.ts';

const CALL_TARGETS = [
  'cardproc.transfers.create',
  'cardproc.transfers.get',
  'cardproc.transfers.list',
  'cardproc.accounts.get',
  'cardproc.accounts.verify',
  'cardproc.balance',
  'cardproc.events.list',
  'walletco.oauth.token',
  'walletco.payouts.create',
  'walletco.payouts.get',
  'walletco.payouts.list',
  'walletco.items.get',
  'walletco.items.cancel',
  'walletco.transactions',
  'walletco.events.list',
  'sms.send',
  'push.send',
] as const;
const CALLBACK_TARGETS = ['cardproc.callbacks', 'walletco.callbacks'] as const;
const ALL_TARGETS: readonly string[] = [...CALL_TARGETS, ...CALLBACK_TARGETS, 'smtp'];

const MODES = [
  'error_before',
  'error_after',
  'timeout_before',
  'timeout_after',
  'delay',
  'duplicate_callback',
  'reorder_callbacks',
  'drop_callback',
] as const;
const CALLBACK_MODES: readonly string[] = [
  'duplicate_callback',
  'reorder_callbacks',
  'drop_callback',
  'delay',
];

/** Older rules must be removed before more can be added. */
const MAX_FAULTS = 100;

export const faultRuleSchema = z
  .strictObject({
    target: z.string().max(100),
    mode: z.enum(MODES),
    /** Only calls whose path or body, or callbacks whose body, contain this. */
    match: z.string().min(1).max(200).optional(),
    count: z.int().min(1).max(1_000_000).optional(),
    probability: z.number().min(0).max(1).optional(),
    seed: z.int().default(1),
    ms: z.int().min(0).max(MAX_DELAY_MS).optional(),
    status: z.int().min(400).max(599).default(500),
  })
  .superRefine(({ target, mode }, context) => {
    const hit = ALL_TARGETS.filter((name) => matches(target, name));
    if (hit.length === 0) {
      context.addIssue({ code: 'custom', path: ['target'], message: 'No such target.' });
    } else if (!hit.some((name) => modeFits(mode, name))) {
      context.addIssue({ code: 'custom', path: ['mode'], message: 'Does not fit the target.' });
    }
  });

export type FaultRule = z.infer<typeof faultRuleSchema>;
export type Fault = FaultRule & Readonly<{ id: string; hits: number }>;

export type Faults = Readonly<{
  /** @returns undefined where there are too many already */
  add(rule: FaultRule): Fault | undefined;
  /** The fault that hits this call, if any; counts as a hit. `textOf` gives the text that `match` searches. */
  next(target: string, textOf?: () => string): Fault | undefined;
  list(): readonly Fault[];
  remove(id: string): boolean;
  clear(): void;
}>;

type ArmedFault = { fault: Fault; draw: () => number };

export function createFaults(): Faults {
  let armed: ArmedFault[] = [];
  let added = 0;

  function fires({ fault, draw }: ArmedFault): boolean {
    const limit = fault.count ?? (fault.probability === undefined ? 1 : Infinity);
    if (fault.hits >= limit) return false;
    return fault.probability === undefined || draw() < fault.probability;
  }

  return {
    add: (rule) => {
      if (armed.length >= MAX_FAULTS) return undefined;
      added += 1;
      const fault = { ...rule, id: `fault_${String(added)}`, hits: 0 };
      armed.push({ fault, draw: seededDraw(rule.seed) });
      return fault;
    },
    next: (target, textOf = () => '') => {
      const isMeant = ({ fault: { target: pattern, mode, match } }: ArmedFault): boolean =>
        matches(pattern, target) &&
        modeFits(mode, target) &&
        (match === undefined || textOf().includes(match));
      const hit = armed.find((one) => isMeant(one) && fires(one));
      if (hit) hit.fault = { ...hit.fault, hits: hit.fault.hits + 1 };
      return hit?.fault;
    },
    list: () => armed.map(({ fault }) => fault),
    remove: (id) => {
      const left = armed.filter(({ fault }) => fault.id !== id);
      const removed = left.length < armed.length;
      armed = left;
      return removed;
    },
    clear: () => {
      armed = [];
    },
  };
}

function matches(pattern: string, target: string): boolean {
  return pattern.endsWith('*') ? target.startsWith(pattern.slice(0, -1)) : pattern === target;
}

function modeFits(mode: string, target: string): boolean {
  if (target === 'smtp') return mode === 'error_before';
  const isCallback = target.endsWith('.callbacks');
  if (isCallback) return CALLBACK_MODES.includes(mode);
  return mode === 'delay' || !CALLBACK_MODES.includes(mode);
}

/** mulberry32: small, and the same sequence for the same seed on every machine. */
function seededDraw(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
