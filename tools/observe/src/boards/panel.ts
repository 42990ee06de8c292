import { type Panel } from './board.ts';

/** A panel of queries, each after its legend. */
export const panel = (
  title: string,
  unit: string,
  help: string,
  ...queries: readonly (readonly [legend: string, expr: string])[]
): Panel => ({ title, unit, help, queries: queries.map(([legend, expr]) => ({ legend, expr })) });
