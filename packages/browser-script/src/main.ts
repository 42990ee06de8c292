import { page } from './page.ts';
import { start } from './start.ts';

// A page may have the script twice.
if (!page.tributary?.clickId) start();
