import { type CollectionDefinition, isHiddenInAudit, type PersonalData } from '@tributary/mongo';
import { storingServices } from '@tributary/catalog';
import { collectionsOfService, type Declared } from './personal-data.ts';

const isIndexed = ({ spec, shardKey }: CollectionDefinition<unknown>, field: string): boolean =>
  field === '_id' ||
  'unsharded' in shardKey ||
  spec.indexes.some(({ key }) => Object.keys(key)[0] === field);

/** What an account's erasure does by itself needs a way to find the documents. */
const isFindable = ({ of, erased, by = [], byAddress, via }: PersonalData): boolean =>
  of !== 'account' ||
  (typeof erased === 'object' && !('blanked' in erased)) ||
  by.length > 0 ||
  byAddress !== undefined ||
  via !== undefined;

const isErased = ({ of, erased }: PersonalData): boolean =>
  of === 'account' && (erased === 'deleted' || 'blanked' in erased);

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Codes that everybody may know, because they are in links and shops. */
const PUBLIC_CODES = /\.trackingCode$|^coupons\.code$|^api_requests\.errorCode$/;

const entriesOf = ({ personal }: CollectionDefinition<unknown>) =>
  personal === 'none' ? [] : personal;

describe.each(storingServices)('the collections of %s', (service) => {
  let declared: Declared;
  let all: readonly CollectionDefinition<unknown>[];
  beforeAll(async () => {
    declared = await collectionsOfService(service);
    all = Object.values(declared);
  });

  it('declare what they hold of persons, and how it is erased', () => {
    const undeclared = all.filter(
      ({ personal }) => personal !== 'none' && !(Array.isArray(personal) && personal.length > 0),
    );
    expect(undeclared.map(({ name }) => name)).toEqual([]);
    const unfindable = all.filter((one) => !entriesOf(one).every(isFindable));
    expect(unfindable.map(({ name }) => name)).toEqual([]);
    expect(declared).toHaveProperty('erasures');
  });

  it('find an account by indexes, because erasure and export read no whole collection', () => {
    const unindexed = all.flatMap((one) => {
      const by = [...entriesOf(one).flatMap((data) => data.by ?? []), ...(one.exports?.by ?? [])];
      const via = entriesOf(one).flatMap((data) => (data.via === undefined ? [] : data.via.field));
      const byAddress = entriesOf(one).flatMap((data) => data.byAddress?.field ?? []);
      const missing = [...by, ...byAddress, ...via].filter((field) => !isIndexed(one, field));
      return missing.map((field) => `${one.name}.${field}`);
    });
    expect(unindexed).toEqual([]);
  });

  it('have no field that an erasure removes and the audit log shows, because its entries stay for good', () => {
    const erased = all.flatMap((one) => entriesOf(one).filter(isErased));
    const names = erased.flatMap(({ fields }) => fields).map(lastPart);
    // An id alone names nobody.
    const shown = names.filter((name) => !name.endsWith('Id') && !isHiddenInAudit(name));
    expect(shown).toEqual([]);
  });

  it('export no secret', () => {
    const secrets = /hash|secret|sealed|token|code$|p256dh|auth$/i;
    const fields = all.flatMap(({ name, exports }) =>
      (exports?.fields ?? []).map((field) => `${name}.${field}`),
    );
    const suspicious = fields.filter((field) => secrets.test(field));
    expect(suspicious.filter((field) => !PUBLIC_CODES.test(field))).toEqual([]);
  });
});
