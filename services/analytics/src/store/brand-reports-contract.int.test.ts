import { describeBrandReports } from '../testing/describe-brand-reports.ts';
import { openStores } from '../testing/open-stores.ts';

describeBrandReports('MongoDB', () => openStores());
