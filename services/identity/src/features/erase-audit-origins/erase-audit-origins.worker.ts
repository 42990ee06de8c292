import { worker } from '@tributary/service';
import { DAY_MS, HOUR_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

/** Erases the addresses and user agents of old entries. The chains stay valid: they cover digests. */
export const eraseAuditOriginsWorker = ({ auditLog, clock, config }: Deps) =>
  worker({
    name: 'erase-audit-origins',
    everyMs: HOUR_MS,
    run: async () => {
      const ageMs = config.AUDIT_ORIGIN_DAYS * DAY_MS;
      await auditLog.eraseOriginsBefore(new Date(clock.now().getTime() - ageMs));
      return false;
    },
  });
