import type { FastifyInstance } from 'fastify';

import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import type { ArchivesService } from '../../archives/archives.service';
import type { UploadsService } from '../../uploads/uploads.service';
import type { RoomsRepository } from '../room/rooms.repository';
import { createArchiveMaterialsService } from './archive-materials.service';
import { createMaterialsRepository } from './materials.repository';
import { materialsRoutes } from './materials.routes';
import { createMaterialsService, type MaterialsService } from './materials.service';
import { createPresentationsRepository } from './presentations.repository';
import { createPresentationsService } from './presentations.service';

interface MaterialsDeps {
  db: Db;
  clock: Clock;
  write: Write;
  rooms: RoomsRepository;
  uploads: UploadsService;
  archives: ArchivesService;
}

/** Registers the materials of classes. Other features of a class add pictures through the returned service. */
export function addMaterials(app: FastifyInstance, deps: MaterialsDeps): MaterialsService {
  const { db, clock, write, rooms, uploads, archives } = deps;
  const repository = createMaterialsRepository(db);
  const presented = createPresentationsRepository(db);
  const materials = createMaterialsService({
    materials: repository,
    rooms,
    uploads,
    archives,
    write,
    clock,
    onTrouble: (err) => app.log.warn({ err }, 'the file of a material could not be removed'),
  });
  const presentations = createPresentationsService({
    presentations: presented,
    materials: repository,
    rooms,
    write,
    clock,
  });
  const ofArchives = createArchiveMaterialsService({ materials: repository, presentations: presented, archives });
  materialsRoutes(app, { materials, presentations, ofArchives });
  return materials;
}
