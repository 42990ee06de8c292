/**
 * The form in which addresses are stored and compared, so that `Ann@Shop.com` and `ann@shop.com `
 * are one account.
 */
export const normaliseEmail = (text: string): string => text.trim().normalize('NFKC').toLowerCase();
