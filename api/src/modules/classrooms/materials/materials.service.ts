import type { listClassroomMaterials, Material, MaterialBody } from '@manabiba/shared/contract/classroom-materials';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MAX_MATERIAL_FILES, MAX_MATERIAL_LINKS } from '@manabiba/shared/contract/limits';

import type { SignedInViewer, Viewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import { onceCommitted, type Write } from '../../../platform/database/transaction';
import { newId } from '../../../platform/ids';
import type { OpenFile } from '../../../platform/storage/storage';
import type { ArchivesService } from '../../archives/archives.service';
import type { UploadsService } from '../../uploads/uploads.service';
import type { Place } from '../room/room-row';
import { requireModerator, requireRoom, stateAt } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import { type MaterialRow, toMaterial } from './material-row';
import { readsByPlace } from './material-rules';
import type { MaterialsRepository } from './materials.repository';

const FULL = {
  file: `ファイルは、1つの教室に${MAX_MATERIAL_FILES}個までです。`,
  link: `リンクは、1つの教室に${MAX_MATERIAL_LINKS}個までです。`,
};
const USED = 'このファイルは、もう追加されています。';

interface MaterialsDeps {
  materials: MaterialsRepository;
  rooms: Pick<RoomsRepository, 'find' | 'lock'>;
  uploads: Pick<UploadsService, 'materialType' | 'openMaterial' | 'keepMaterial' | 'discard'>;
  archives: Pick<ArchivesService, 'isWatchable'>;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  clock: Clock;
  onTrouble: (error: unknown) => void;
}

export type MaterialsService = ReturnType<typeof createMaterialsService>;

/** Files and links of a class: host and co-hosts add them, whoever has a place in it reads them. */
export function createMaterialsService(deps: MaterialsDeps) {
  const { materials, rooms, uploads, archives, write, clock, onTrouble } = deps;

  /** Locks the room for its host or co-host. */
  async function lockModerated(trx: Trx, viewer: SignedInViewer, classroomId: string): Promise<Place> {
    const place = requireRoom(await rooms.lock(trx, classroomId, viewer.id));
    requireModerator(place.access);
    return place;
  }

  /** Returns whether a viewer who may see a class reads its materials. */
  async function mayRead(viewer: Viewer, place: Place): Promise<boolean> {
    if (readsByPlace(place, clock.now())) return true;
    const { id, event_id: eventId } = place.room;
    return (
      stateAt(place.room, clock.now()) === 'ended' &&
      archives.isWatchable(viewer, eventId === null ? { source: 'classroom', id } : { source: 'event', id: eventId })
    );
  }

  async function requireMaterial(trx: Trx, classroomId: string, materialId: string): Promise<MaterialRow> {
    const row = await materials.find(trx, { classroomId, materialId });
    if (!row) throw new AppError('not_found');
    return row;
  }

  async function insert(
    trx: Trx,
    { id: userId }: SignedInViewer,
    classroomId: string,
    given: { kind: MaterialRow['kind']; title: string; uploadId?: string; url?: string },
  ): Promise<Material> {
    const { kind, title, uploadId = null, url = null } = given;
    const isLink = kind === 'link';
    if ((await materials.count(trx, classroomId, { isLink })) >= (isLink ? MAX_MATERIAL_LINKS : MAX_MATERIAL_FILES))
      throw new AppError('conflict', { sentence: isLink ? FULL.link : FULL.file });
    const now = clock.now();
    const id = newId('mat');
    const row = { id, classroom_id: classroomId, user_id: userId, kind, title, upload_id: uploadId, url };
    if (!(await materials.insert(trx, { ...row, created_at: now, updated_at: now }, now)))
      throw new AppError('conflict', { sentence: USED });
    return toMaterial(await requireMaterial(trx, classroomId, id));
  }

  const add = (
    viewer: SignedInViewer,
    classroomId: string,
    toGiven: (trx: Trx) => Promise<Parameters<typeof insert>[3]>,
  ): Promise<Material> =>
    write(async (trx) => {
      const { room } = await lockModerated(trx, viewer, classroomId);
      if (stateAt(room, clock.now()) === 'cancelled') throw new AppError('ended');
      return insert(trx, viewer, classroomId, await toGiven(trx));
    });

  return {
    /** Lists the materials of a class. Who may see the class but not read them learns how many there are. */
    async list(
      viewer: Viewer,
      classroomId: string,
      key: string | undefined,
    ): Promise<EndpointOutput<typeof listClassroomMaterials>> {
      const place = await rooms.find(classroomId, viewer.id);
      const canRead = place !== undefined && (await mayRead(viewer, place));
      // Whoever may watch the archive of a private class reads them without its key, and the room of an event is closed,
      // but its page is open.
      const isOfEvent = place !== undefined && place.room.event_id !== null;
      requireRoom(place, { key, isInvolved: canRead || isOfEvent });
      const items = (await materials.list(classroomId)).map(toMaterial);
      return { items: canRead ? items : [], total: items.length, canRead };
    },

    /** Adds a file or a link. Throws `conflict` for the 11th file, `ended` for a cancelled class. */
    create: (viewer: SignedInViewer, classroomId: string, body: MaterialBody): Promise<Material> =>
      add(viewer, classroomId, async (trx) => {
        if (body.kind === 'link') return body;
        const { title, uploadId } = body;
        return { title, uploadId, kind: kindOf(await uploads.materialType(trx, viewer.id, uploadId)) };
      }),

    /** Adds a picture that another feature of the class has drawn. Throws what `create` does. */
    async addPicture(
      viewer: SignedInViewer,
      classroomId: string,
      { title, bytes }: { title: string; bytes: Buffer },
    ): Promise<Material> {
      const uploadId = await uploads.keepMaterial(viewer.id, bytes);
      return add(viewer, classroomId, async (trx) => ({
        title,
        uploadId,
        kind: kindOf(await uploads.materialType(trx, viewer.id, uploadId)),
      }));
    },

    rename: (viewer: SignedInViewer, classroomId: string, materialId: string, title: string): Promise<Material> =>
      write(async (trx) => {
        await lockModerated(trx, viewer, classroomId);
        const row = await requireMaterial(trx, classroomId, materialId);
        await materials.rename(trx, { classroomId, materialId }, title, clock.now());
        return toMaterial({ ...row, title });
      }),

    /** Deletes a material with its file, also while it is presented. */
    delete: (viewer: SignedInViewer, classroomId: string, materialId: string): Promise<void> =>
      write(async (trx) => {
        await lockModerated(trx, viewer, classroomId);
        const deleted = await materials.delete(trx, { classroomId, materialId }, clock.now());
        if (!deleted) throw new AppError('not_found');
        const { upload_id: uploadId } = deleted;
        // Housekeeping deletes what is left of a file.
        if (uploadId !== null) onceCommitted(trx, () => void uploads.discard(uploadId).catch(onTrouble));
      }),

    /** Opens the file of a material; `not_found` for whoever may not read it. */
    async open(viewer: Viewer, materialId: string): Promise<OpenFile & { mime: string; title: string }> {
      const found = await materials.findFile(materialId);
      const place = found && (await rooms.find(found.classroom_id, viewer.id));
      if (!found || !place || found.upload_id === null || place.isKicked || place.isSchoolSeparated)
        throw new AppError('not_found');
      const file = (await mayRead(viewer, place)) ? await uploads.openMaterial(found.upload_id) : null;
      if (!file) throw new AppError('not_found');
      return { ...file, title: found.title };
    },
  };
}

const kindOf = (mime: string): MaterialRow['kind'] => (mime === 'application/pdf' ? 'pdf' : 'image');
