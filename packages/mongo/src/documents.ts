/** A domain record as it is stored: its `id` is the document's `_id`. */
export type DocumentOf<Domain extends { readonly id: string }> = Omit<Domain, 'id'> & {
  readonly _id: string;
};

export const toDocument = <Domain extends { readonly id: string }>({
  id,
  ...rest
}: Domain): DocumentOf<Domain> => ({ _id: id, ...rest });

export const fromDocument = <Domain extends { readonly id: string }>(
  document: DocumentOf<Domain>,
): Domain => {
  const { _id, ...rest } = document;
  return { id: _id, ...rest } as unknown as Domain;
};
