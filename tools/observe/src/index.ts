export { allAlerts, ruleFiles, ruleTestFiles } from './alerts/rules.ts';
export { runbook } from './alerts/runbook.ts';
export { boardJson } from './boards/board.ts';
export type { Board } from './boards/board.ts';
export { boards } from './boards/boards.ts';
export { scrapeConfig } from './scrape.ts';
