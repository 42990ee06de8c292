/**
 * The one form in which an address is kept and compared, so that `Ann@Shop.com` and `ann@shop.com `
 * are one account.
 */
export const normaliseEmail = (text: string): string => text.trim().normalize('NFKC').toLowerCase();
