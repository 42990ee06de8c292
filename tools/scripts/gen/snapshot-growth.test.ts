import { lostFields, narrowings, newValues } from './snapshot-growth.ts';

const schema = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
});

it('an event may gain an optional field, but no field may vanish, change its type or become required', () => {
  const before = schema({ id: { type: 'string' }, at: { type: 'string' } }, ['id']);
  const more = { ...before.properties, notes: { type: 'string' } };
  expect(narrowings(before, schema(more, ['id']), 'x')).toEqual([]);
  expect(narrowings(before, schema({ id: { type: 'integer' } }, ['id', 'at']), 'x')).toEqual([
    'x.id changed its type',
    'x.at is gone',
    'x.at is new and required: older events lack it',
  ]);
});

it('a list of values may not grow, wherever it stands, unless its field reads any text', () => {
  const reason = (...values: string[]) => ({ type: 'string', enum: values });
  const event = (field: object) => schema({ reasons: { type: 'array', items: field } }, []);
  const orNull = (field: object) => schema({ reason: { anyOf: [field, { type: 'null' }] } }, []);
  for (const [within, path] of [
    [event, 'x.reasons[]'],
    [orNull, 'x.reason'],
  ] as const) {
    const before = within(reason('cap', 'budget'));
    expect(newValues(before, within(reason('cap', 'budget')), 'x')).toEqual([]);
    expect(newValues(before, within(reason('cap')), 'x')).toEqual([]);
    expect(newValues(before, within(reason('cap', 'budget', 'suspended')), 'x')).toEqual([
      `${path} gained the value suspended`,
    ]);
    expect(newValues(before, within({ type: 'string', minLength: 1 }), 'x')).toEqual([]);
  }
});

it('a public event may gain fields and change values, but no field may vanish', () => {
  const before = { name: 'x', payload: { id: 1, terms: { rate: '10' } } };
  const grown = {
    name: 'x',
    payload: { id: 2, more: true, terms: { rate: '5', currency: 'USD' } },
  };
  expect(lostFields(before, grown, 'x')).toEqual([]);
  expect(lostFields(before, { name: 'x', payload: { terms: {} } }, 'x')).toEqual([
    'x.payload.id is gone',
    'x.payload.terms.rate is gone',
  ]);
  expect(lostFields(before, undefined, 'x')).toEqual(['x is gone']);
});
