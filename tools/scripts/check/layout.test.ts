import { duplicateOperations, kebabCase, layoutProblems } from './layout.ts';

const problems = (path: string, text = '') => layoutProblems({ path, text });
const route = (id: string): string => `route({ operationId: '${id}', method: 'get' })`;

describe('the layout of a service', () => {
  it.each([
    ['features/list-payouts/list-payouts.route.ts', route('listPayouts')],
    [
      'features/list-payouts/list-payouts.ts',
      'export const list = (deps: Pick<Deps, "clock">) => 1',
    ],
    ['app.ts', 'export const app = (deps: Deps) => 1'],
    ['store/payout-store.ts', ''],
  ])('accepts %s', (path, text) => {
    expect(problems(path, text)).toEqual([]);
  });

  it.each([
    ['a loose file', 'leasing.ts', ''],
    ['a folder beside the plan', 'providers/card.ts', ''],
    ['a file among the feature folders', 'features/list-payouts.route.ts', ''],
    ['a route outside its folder', 'features/lists/lists.route.ts', route('listPayouts')],
    ['a route without operationId', 'features/lists/lists.route.ts', 'route({})'],
    ['two routes in a file', 'features/a/a.route.ts', route('a') + route('b')],
    ['a use case that takes everything', 'workflows/pay.ts', 'const pay = (deps: Deps) => 1'],
  ])('refuses %s', (_case, path, text) => {
    expect(problems(path, text)).not.toEqual([]);
  });

  it('refuses two operations with one operationId, in any services', () => {
    const file = (path: string, id: string) => ({ path, text: route(id) });
    const files = [
      file('payout/a.route.ts', 'listPayouts'),
      file('payout/b.route.ts', 'getPayout'),
    ];
    expect(duplicateOperations(files)).toEqual([]);
    const duplicate = file('commission/a.route.ts', 'getPayout');
    expect(duplicateOperations([...files, duplicate])).toEqual([
      'commission/a.route.ts: payout/b.route.ts declares the operation getPayout too',
    ]);
  });

  it('derives folders from operation ids', () => {
    expect(kebabCase('getPayoutSummary')).toBe('get-payout-summary');
    expect(kebabCase('list2FaMethods')).toBe('list2-fa-methods');
  });
});
