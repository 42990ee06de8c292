import { invalid } from '@tributary/errors';
import { z } from 'zod';

/**
 * The currencies of ISO 4217 that are in use, grouped by the decimals of their minor unit. Metals,
 * test codes and units of account have no minor unit and are left out, because no payment uses
 * them.
 */
const CODES_BY_EXPONENT: readonly (readonly [exponent: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
     CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
     GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD
     LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB
     PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP
     SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW
     ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  CODES_BY_EXPONENT.flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, exponent]),
  ),
);

/** Whether this is an ISO 4217 code in use, in capitals as the standard writes it. */
export function isCurrency(code: string): boolean {
  return EXPONENTS.has(code);
}

/**
 * The number of decimals of the currency's minor unit: USD 2, JPY 0, KWD 3.
 * @throws AppError `invalid`, `currency.unknown`
 */
export function currencyExponent(currency: string): number {
  const exponent = EXPONENTS.get(currency);
  if (exponent === undefined)
    throw invalid('currency.unknown', { message: 'Not a currency of ISO 4217.' });
  return exponent;
}

/** Every code, sorted, for documents and tests. */
export function listCurrencies(): readonly string[] {
  return [...EXPONENTS.keys()].sort();
}

export const currencySchema = z
  .string()
  .refine(isCurrency, { error: 'Must be an ISO 4217 currency code in capitals, such as USD.' })
  .meta({ description: 'ISO 4217 currency code', pattern: '^[A-Z]{3}$', example: 'USD' });
