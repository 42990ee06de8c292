import { type Board } from './board.ts';
import { engines, services } from './process-boards.ts';
import { conversions, deliveries, events, money } from './product-boards.ts';

export const boards: readonly Board[] = [money, conversions, events, deliveries, services, engines];
