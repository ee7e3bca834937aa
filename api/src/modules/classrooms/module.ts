import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db, Pool } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import type { Jobs } from '../../platform/jobs/jobs';
import { createMicroCache } from '../../platform/micro-cache';
import type { CategoriesService } from '../categories/categories.service';
import type { UsersService } from '../users/users.service';
import type { ClassroomListRow } from './classroom-list-statement';
import { engineCapacityOf } from './classroom-rules';
import { createClassroomsRepository } from './classrooms.repository';
import { classroomsRoutes, myClassroomsRoutes, reservationsRoutes } from './classrooms.routes';
import { type ClassroomsService, createClassroomsService } from './classrooms.service';
import type { RoomMedia } from './media/module';
import { createMyClassroomsRepository } from './my-classrooms.repository';
import { createMyClassroomsService } from './my-classrooms.service';
import { reservationsRepository } from './reservations.repository';
import { createReservationsService, type ReservationsService } from './reservations.service';
import { createRoomLifeService, type RoomLifeService } from './room-life/room-life.service';
import { createModerationService } from './room/moderation.service';
import { createRoomsRepository } from './room/rooms.repository';

/** How often the number of classrooms is recounted, in periods of the micro-cache. */
const COUNT_CACHE_TURNS = 2;

interface BasicDeps {
  db: Db;
  pool: Pool;
  env: Env;
  clock: Clock;
  write: Write;
}

/** Creates what begins, ends and moderates rooms. */
export function createRooms({
  db,
  pool,
  env,
  clock,
  write,
  jobs,
  media,
}: BasicDeps & { jobs: Jobs; media: Pick<RoomMedia, 'ofRoomLife'> }) {
  const { communicateMinAge, publicUrl } = env;
  const roomLife = createRoomLifeService({ db, write, jobs, clock, communicateMinAge, ...media.ofRoomLife });
  const rooms = createRoomsRepository({ db, pool });
  return { roomLife, rooms, moderation: createModerationService({ rooms, write, life: roomLife, clock, publicUrl }) };
}

interface ClassroomDeps extends BasicDeps {
  users: UsersService;
  categories: CategoriesService;
  roomLife: RoomLifeService;
}

/** Registers classrooms as the public and their hosts see them, and their reservations. */
export function addClassrooms(
  app: FastifyInstance,
  { db, pool, env, clock, write, users, categories, roomLife }: ClassroomDeps,
): { classrooms: ClassroomsService; reservations: ReservationsService } {
  const { publicUrl, room, media, recording, microCacheMs } = env;
  const publicPages = createMicroCache<ClassroomListRow[]>({ ttlMs: microCacheMs });
  app.routeTools.microCache.onClear(publicPages.clear);
  const classrooms = createClassroomsService({
    classrooms: createClassroomsRepository({ db, pool }),
    write,
    categories,
    users,
    clock,
    publicUrl,
    room,
    onClassroomChanged: roomLife.onClassroomChanged,
    hasMedia: media !== null,
    canRecord: recording !== null,
    countCacheMs: microCacheMs * COUNT_CACHE_TURNS,
    publicPages,
  });
  const reservations = createReservationsService({
    db,
    reservations: reservationsRepository,
    classrooms,
    users,
    clock,
    engineCapacity: engineCapacityOf(media),
  });
  classroomsRoutes(app, classrooms);
  myClassroomsRoutes(app, createMyClassroomsService({ mine: createMyClassroomsRepository(pool), clock }));
  reservationsRoutes(app, reservations);
  return { classrooms, reservations };
}
