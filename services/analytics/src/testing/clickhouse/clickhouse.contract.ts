import { describeFigures } from '../describe-figures.ts';
import { chdbOptions, openClickHouseStores } from '../open-clickhouse.ts';

const chdb = chdbOptions(process.env);

describeFigures('ClickHouse', () => openClickHouseStores(chdb));
