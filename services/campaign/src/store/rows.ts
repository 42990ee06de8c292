import mongoose from 'mongoose';

/** A domain record as MongoDB stores it: its id is `_id`. */
export type Row<Domain extends { readonly id: string }> = Omit<Domain, 'id'> & {
  readonly _id: string;
};

export const text = { type: String, required: true } as const;
export const optionalText = { type: String, default: null } as const;
export const date = { type: Date, required: true } as const;
export const optionalDate = { type: Date, default: null } as const;
export const flag = { type: Boolean, required: true } as const;
export const group = { type: mongoose.Schema.Types.Mixed, required: true } as const;
export const settings = { versionKey: false, strict: 'throw', minimize: false } as const;

export const toRow = <Domain extends { readonly id: string }>({
  id,
  ...rest
}: Domain): Row<Domain> => ({ _id: id, ...rest });

export const fromRow = <Domain extends { readonly id: string }>(row: Row<Domain>): Domain => {
  const { _id, ...rest } = row;
  return { id: _id, ...rest } as unknown as Domain;
};

/** A page of a list. */
export interface Page {
  readonly skip: number;
  readonly limit: number;
}

/** Newest first, with a tie-breaker. */
export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** A filter without its undefined fields. */
export const withoutUndefined = (
  filter: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
