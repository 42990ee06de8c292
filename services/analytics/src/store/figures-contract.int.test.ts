import { describeFigures } from '../testing/describe-figures.ts';
import { openStores } from '../testing/open-stores.ts';

describeFigures('MongoDB', () => openStores());
