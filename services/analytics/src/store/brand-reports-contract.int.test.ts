import { describeBrandReports } from '../testing/describe-brand-reports.ts';
import { openStores, withEarlierSums } from '../testing/open-stores.ts';

describeBrandReports('MongoDB', () => openStores());
describeBrandReports('MongoDB before its sums are counted', () => openStores(withEarlierSums));
