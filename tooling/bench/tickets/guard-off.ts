import { createEventsRepository } from '../../../api/src/modules/events/events.repository';
import { createEventsService } from '../../../api/src/modules/events/events.service';
import { createSeatServices } from '../../../api/src/modules/participations/module';
import { createReceiptsRepository } from '../../../api/src/modules/receipts/receipts.repository';
import { createReceiptsService } from '../../../api/src/modules/receipts/receipts.service';
import { createEventTeam } from '../../../api/src/modules/teams/module';
import { createUsersRepository } from '../../../api/src/modules/users/users.repository';
import { createUsersService } from '../../../api/src/modules/users/users.service';
import { systemClock as clock } from '../../../api/src/platform/clock';
import { createDb, createPool } from '../../../api/src/platform/database/db';
import { inTransaction } from '../../../api/src/platform/database/transaction';
import { createLimiter } from '../../../api/src/platform/security/limiter';
import { dropSeatGuard, unguardedSeats } from '../../../api/src/testing/unguarded-seats';

/*
 * Repeats the race on the services that the product uses: for one ticket with the guard, for the other without the
 * condition and without the database's CHECK. Reports how many of 100 seats were sold each time.
 */

const [url = '', buyers = '0'] = process.argv.slice(2);
const pool = createPool(url, { max: 10 });
const db = createDb(pool);
const eventTeam = createEventTeam({ db, clock });
const deps = {
  db,
  env: { sessionSecret: 'a secret of the benchmark that guards nothing' },
  clock,
  limiter: createLimiter({ db, clock }),
  users: createUsersService({
    repository: createUsersRepository(db),
    clock,
    communicateMinAge: 13,
    isMailDelayed: () => false,
  }),
  jobs: { enqueue: () => Promise.resolve() },
  eventTeam,
  events: createEventsService({ events: createEventsRepository(db), authority: eventTeam.authority, clock }),
  refunds: {
    paidOf: () => Promise.resolve(0),
    paidBy: () => Promise.resolve(0),
    request: () => Promise.resolve(),
    giveTo: () => Promise.resolve(),
  },
  receipts: createReceiptsService({ db, receipts: createReceiptsRepository(db), operator: null, clock }),
};

async function race(name: string, given: Partial<Parameters<typeof createSeatServices>[0]>): Promise<number> {
  const { participations } = createSeatServices({ ...deps, ...given });
  const now = clock.now();
  await Promise.allSettled(
    Array.from({ length: Number(buyers) }, (_, index) =>
      inTransaction(db, (trx) =>
        participations.startHold(trx, {
          eventId: `evt_${name}`,
          ticketTypeId: `tkt_${name}`,
          holder: { userId: `usr_buyer${index + 1}`, isStudentAge: false },
          method: 'card',
          holdUntil: new Date(now.getTime() + 900_000),
          now,
        }),
      ),
    ),
  );
  const { rows } = await pool.query<{ held: number }>(
    "select count(*)::int as held from participations where ticket_type_id = $1 and state = 'held'",
    [`tkt_${name}`],
  );
  return rows[0]?.held ?? 0;
}

const guarded = await race('guarded', {});
await dropSeatGuard(db);
const unguarded = await race('unguarded', { seats: unguardedSeats });
await pool.end();
process.send?.({ guarded, unguarded });
process.disconnect();
