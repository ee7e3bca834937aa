import type { Env } from '../env';
import type { RoomMedia } from '../modules/classrooms/media/module';
import type { RoomLifeService } from '../modules/classrooms/room-life/room-life.service';
import type { ModerationService } from '../modules/classrooms/room/moderation.service';
import type { RoomsRepository } from '../modules/classrooms/room/rooms.repository';
import type { MailsService } from '../modules/mails/mails.service';
import type { PayoutsService } from '../modules/payouts/payouts.service';
import type { ProfessionalsService } from '../modules/professionals/professionals.service';
import type { UploadsService } from '../modules/uploads/uploads.service';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db, Pool } from '../platform/database/db';
import type { Write } from '../platform/database/transaction';
import type { DomainEventDispatcher } from '../platform/events/domain-events';
import type { Limiter } from '../platform/security/limiter';
import type { Storage } from '../platform/storage/storage';
import type { TicketModules } from './ticket-modules';

/** The interface through which services use live documents. */
export interface LiveDocuments {
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  /** Must be called after a commit that may have changed live documents. */
  onCommit: () => void;
  /** Resolves once all earlier commits have reached the documents, or after that many milliseconds. */
  flush: (atMostMs: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** The dependencies of the content modules. */
export interface ContentDeps {
  db: Db;
  pool: Pool;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  storage: Storage;
  mails: MailsService;
  users: UsersService;
  uploads: UploadsService;
  professionals: ProfessionalsService;
  roomLife: RoomLifeService;
  rooms: RoomsRepository;
  moderation: ModerationService;
  live: LiveDocuments;
  media: Pick<RoomMedia, 'server'>;
  domainEvents: DomainEventDispatcher;
  tickets: TicketModules;
  payouts: PayoutsService;
}
