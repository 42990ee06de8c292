/**
 * The name in the greeting of an e-mail. The one who registers an address chooses the name, so an address
 * that its owner has not proved is greeted without it.
 */
export const greetedName = ({
  name,
  emailVerified,
}: {
  readonly name: string;
  readonly emailVerified?: boolean;
}): string | undefined => (emailVerified === true ? name : undefined);
