import { parseArgs } from 'node:util';
import { openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { collections as declared } from '../store/collections.ts';
import { fillBooks } from './fill-books.ts';
import { fillLists } from './fill-lists.ts';

const USAGE = `Fills an empty database with generated books, for measuring

  generate-books.ts --affiliates N --commissions M   books that verify: about 4 N M entries
  generate-books.ts --list-of AFFILIATE --commissions M   M commissions and conversions of one affiliate, without entries

Environment: MONGO_URL, NAMESPACE.
`;

const { values } = parseArgs({
  options: {
    affiliates: { type: 'string', default: '0' },
    commissions: { type: 'string', default: '0' },
    'list-of': { type: 'string' },
  },
});

async function generate(url: string): Promise<number> {
  const database = `${process.env['NAMESPACE'] ?? ''}tributary_commission`;
  const mongo = await openMongo({ url, database, log: openLog('commission', 'error') });
  const collections = await openCollections(mongo.connection, declared);
  const isEmpty = (await collections.commissions.estimatedDocumentCount()) === 0;
  const count = Number(values.commissions);
  if (isEmpty && values['list-of'] !== undefined) {
    await fillLists(collections, values['list-of'], count);
  } else if (isEmpty) {
    const size = { affiliates: Number(values.affiliates), commissionsEach: count };
    const entries = await fillBooks(collections, size);
    process.stdout.write(`${JSON.stringify({ entries })}\n`);
  }
  await mongo.close();
  if (!isEmpty) process.stderr.write(`${database} is not empty\n`);
  return isEmpty ? 0 : 1;
}

const mongoUrl = process.env['MONGO_URL'];
if (mongoUrl === undefined || Number(values.commissions) === 0) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.exitCode = await generate(mongoUrl);
}
