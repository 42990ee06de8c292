/**
 * Growth of a counter. A series that has only just appeared counts with its whole value, which `increase` alone would
 * miss.
 */
export const grew = (counter: string, by: string, window: string): string =>
  `sum by (${by}) (increase(${counter}[${window}])) > 0 or sum by (${by}) (${counter} unless ${counter} offset ${window}) > 0`;
