import { describeBrandReports } from '../describe-brand-reports.ts';
import { chdbOptions, openClickHouseStores } from '../open-clickhouse.ts';

const chdb = chdbOptions(process.env);

describeBrandReports('ClickHouse', () => openClickHouseStores(chdb));
