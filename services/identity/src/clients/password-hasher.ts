import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { unavailable } from '@tributary/errors';

/** What OWASP recommends for argon2id with 19 MiB of memory. */
const [PASSES, PARALLELISM] = [2, 1];
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const derive = promisify(argon2);

interface Digest {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

export interface PasswordHasher {
  /** A PHC string for a new password. @throws unavailable where too many callers wait */
  hash(password: string): Promise<string>;
  /**
   * Whether `password` belongs to the PHC string. Without a PHC string (an unknown account) the
   * same work is done and the result is false, so that the duration does not reveal accounts.
   */
  verify(password: string, phc: string | undefined): Promise<boolean>;
  /** Whether the string was made at another cost than today's. */
  isOutdated(phc: string): boolean;
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const format = ({ memory, passes, parallelism, salt, hash }: Digest): string =>
  `$argon2id$v=19$m=${String(memory)},t=${String(passes)},p=${String(parallelism)}` +
  `$${unpadded(salt)}$${unpadded(hash)}`;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

function parse(phc: string): Digest {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(phc) ?? [];
  if (memory === undefined) throw new Error('A stored password hash is not an argon2id PHC string');
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

export interface HashingLimits {
  /** Hashes computed at the same time; each takes its memory and a core. */
  readonly concurrency: number;
  /** Callers that may wait; further ones are refused, because each would wait for seconds. */
  readonly maxWaiting: number;
}

const defaultLimits: HashingLimits = { concurrency: availableParallelism(), maxWaiting: 64 };

type Run = <T>(work: () => Promise<T>) => Promise<T>;

function limitConcurrency({ concurrency, maxWaiting }: HashingLimits): Run {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) {
        throw unavailable('too_busy', {
          message: 'Too many sign-ins at once',
          retryAfterSeconds: 2,
        });
      }
      // A finished caller passes its slot to the next one, so `running` stays the same.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

/**
 * Hashes by argon2id on the thread pool, with bounded concurrency.
 * @param memory of each new hash, KiB
 */
export function openPasswordHasher(
  memory: number,
  limits: HashingLimits = defaultLimits,
): PasswordHasher {
  const cost = { memory, passes: PASSES, parallelism: PARALLELISM };
  const limited = limitConcurrency(limits);

  const digestOf = (password: string, terms: Omit<Digest, 'hash'>): Promise<Buffer> =>
    limited(() =>
      derive('argon2id', {
        message: password.normalize('NFKC'),
        nonce: terms.salt,
        parallelism: terms.parallelism,
        tagLength: HASH_BYTES,
        memory: terms.memory,
        passes: terms.passes,
      }),
    );

  const unknownAccount: Digest = {
    ...cost,
    salt: randomBytes(SALT_BYTES),
    hash: randomBytes(HASH_BYTES),
  };

  return {
    hash: async (password) => {
      const terms = { ...cost, salt: randomBytes(SALT_BYTES) };
      return format({ ...terms, hash: await digestOf(password, terms) });
    },
    verify: async (password, phc) => {
      const expected = phc === undefined ? unknownAccount : parse(phc);
      const hash = await digestOf(password, expected);
      return timingSafeEqual(hash, expected.hash) && phc !== undefined;
    },
    isOutdated: (phc) => {
      const made = parse(phc);
      return made.memory !== memory || made.passes !== PASSES || made.parallelism !== PARALLELISM;
    },
  };
}
