import { type Call, DIRECT_SECRET, sign } from '../client.ts';
import { type Ids, type World } from './records.ts';

type Caller = 'admin' | 'affiliate' | 'brand' | 'nobody';

/** A call that gives an operation an id which another operation has just returned. */
export interface Use {
  /** The operation that is called. */
  readonly operation: string;
  /** The parameter or field that takes the id. */
  readonly takes: string;
  /** What makes the record: an operation, or a kind of record (see records.ts). */
  readonly from: string;
  readonly as: Caller;
  readonly query?: (ids: Ids) => Readonly<Record<string, string>>;
  readonly call?: (ids: Ids, world: World) => Call;
  /** Statuses that are as good as success: the operation knew the record, and refused for another reason. */
  readonly refusals?: readonly number[];
}

type Rest = Omit<Use, 'as' | 'from' | 'operation' | 'takes'>;

/** Operations that take an id of one kind. */
export const usesOf =
  (from: string, takes: string) =>
  (as: Caller, operation: string, rest: Rest = {}): Use => ({
    operation,
    takes,
    from,
    as,
    ...rest,
  });

/** A list that takes the id as a filter. */
export const filters = (
  from: string,
  takes: string,
  as: Caller,
  operations: readonly string[],
): Use[] =>
  operations.map((operation) =>
    usesOf(from, takes)(as, operation, { query: (ids) => ({ [takes]: ids[takes] ?? '' }) }),
  );

export const body = (given: object): Rest => ({ call: () => ({ body: given }) });
export const signed = (call: object, ...parts: readonly string[]): Call => ({
  body: call,
  headers: { 'x-service-signature': sign(DIRECT_SECRET, ...parts) },
});
export const idOf = (ids: Ids, name: string): string => ids[name] ?? '';
