import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { enterByGuestTicket } from '@manabiba/shared/contract/guest-tickets';
import type * as z from 'zod/mini';

import type { SessionViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Trx } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import type { DomainEventHandlers } from '../../../platform/events/domain-events';
import type { Limit, Limiter } from '../../../platform/security/limiter';
import type { ParticipationsService } from '../../participations/participations.service';
import { markChanged } from '../../realtime/live-outbox';
import { changed } from '../live-documents/room-documents';
import { roomLifeRepository } from '../room-life/room-life.repository';
import type { RoomLifeService } from '../room-life/room-life.service';
import { guestDevicesRepository as devices } from './guest-devices.repository';
import type { Place } from './room-row';
import type { RoomsRepository } from './rooms.repository';

interface GuestEntranceDeps {
  rooms: RoomsRepository;
  /** Runs a transaction and writes live documents after its commit. */
  write: Write;
  life: Pick<RoomLifeService, 'expel'>;
  participations: Pick<ParticipationsService, 'findGuestEntry' | 'admitGuest'>;
  limiter: Limiter;
  clock: Clock;
}

type GuestEntry = Awaited<ReturnType<ParticipationsService['findGuestEntry']>>;

/** Tokens tried from one address, which a whole school may share. */
const TRIES: Limit = { max: 120, windowSeconds: 60 };
/** Entries by one ticket: a guest changes devices now and then, a shared link does it all the time. */
const ENTRIES: Limit = { max: 12, windowSeconds: 60 };

export type GuestEntranceService = ReturnType<typeof createGuestEntranceService>;

/**
 * How a ticket that was bought without an account admits its holder: its link lets one anonymous visitor at a time into
 * the room of the event, as a listener.
 */
export function createGuestEntranceService({ rooms, write, life, participations, limiter, clock }: GuestEntranceDeps) {
  /** Makes the visitor the only one whom the ticket admits. The transaction must lock the room. */
  async function moveTo(
    trx: Trx,
    visitorId: string,
    { classroomId, ticketId }: { classroomId: string; ticketId: string },
  ): Promise<void> {
    // Read under its own lock: it may have been refunded or claimed since.
    if (!(await participations.admitGuest(trx, ticketId, visitorId))) throw cancelled();
    for (const { user_id: other } of await devices.presentOf(trx, ticketId))
      if (other !== visitorId) await life.expel(trx, classroomId, other, clock.now());
  }

  async function admit(trx: Trx, viewerId: string, name: string, entry: GuestEntry & { classroom_id: string }) {
    const { id: ticketId, classroom_id: classroomId } = entry;
    const place = await rooms.lock(trx, classroomId, viewerId);
    if (!place || place.isKicked || (await devices.isKicked(trx, ticketId))) throw new AppError('kicked');
    await moveTo(trx, viewerId, { classroomId, ticketId });
    await rooms.save(trx, {
      classroom_id: classroomId,
      user_id: viewerId,
      anonymous_id: viewerId,
      role: 'listener',
      guest_participation_id: ticketId,
      guest_name: name,
    });
    await markChanged(trx, [changed.user(classroomId, viewerId)], clock.now());
  }

  /** Removes whoever is in a room by this ticket, which admits nobody any more. */
  async function removeAllOf(trx: Trx, ticketId: string): Promise<void> {
    await expelAll(trx, await devices.presentOf(trx, ticketId));
  }

  async function expelAll(trx: Trx, present: readonly { user_id: string; classroom_id: string }[]): Promise<void> {
    for (const { user_id: userId, classroom_id: classroomId } of present) {
      await roomLifeRepository.lock(trx, classroomId);
      await life.expel(trx, classroomId, userId, clock.now());
    }
  }

  /** Removes a guest or an account whose seat is cancelled: their media connection does not ask for it again. */
  async function removeHolder(trx: Trx, participationId: string): Promise<void> {
    await removeAllOf(trx, participationId);
    await expelAll(trx, await devices.presentWithout(trx, participationId));
  }

  const consumer: DomainEventHandlers = {
    participationCancelled: (trx, { payload }) => removeHolder(trx, payload.participationId),
    guestTicketClaimed: (trx, { payload }) => removeAllOf(trx, payload.participationId),
  };

  return {
    /**
     * Admits the visitor instead of any other device. Throws `kicked` when the ticket's holder was removed from the
     * room, on whatever device.
     */
    async enter(
      viewer: SessionViewer,
      { token, name }: z.output<typeof enterByGuestTicket.body>,
      address: string,
    ): Promise<EndpointOutput<typeof enterByGuestTicket>> {
      await limiter.consume(`guest-entry-from:${address}`, TRIES);
      const entry = await participations.findGuestEntry(token);
      await limiter.consume(`guest-entry:${entry.id}`, ENTRIES);
      const open = requireOpen(entry);
      await write((trx) => admit(trx, viewer.id, name, open));
      return { classroomId: open.classroom_id };
    },

    /**
     * Requires that the ticket of a guest has admitted no other device since: `joined_elsewhere`, unless this one takes
     * over. For everybody else it does nothing. The transaction must lock the room.
     */
    async requireHere(
      trx: Trx,
      visitorId: string,
      { room, guestTicket }: Pick<Place, 'room' | 'guestTicket'>,
      { takeOver = false }: { takeOver?: boolean | undefined },
    ): Promise<void> {
      if (!guestTicket?.isUsedElsewhere) return;
      if (!takeOver) throw new AppError('joined_elsewhere');
      await moveTo(trx, visitorId, { classroomId: room.id, ticketId: guestTicket.id });
    },

    consumer,
  };
}

const cancelled = () =>
  new AppError('conflict', {
    sentence: 'このチケットは取り消されています。チケットのページで、返金の進み具合をご確認ください。',
  });

/** Requires a valid ticket of an event whose room is open. */
function requireOpen(entry: GuestEntry): GuestEntry & { classroom_id: string } {
  const { state, event_state: event, classroom_id: classroomId } = entry;
  if (event === 'cancelled')
    throw new AppError('conflict', {
      sentence: 'このイベントは中止になりました。お支払い済みの料金は返金いたします。',
    });
  if (state === 'held' || state === 'pending_payment') throw new AppError('payment_required');
  if (state !== 'confirmed' && state !== 'joined') throw cancelled();
  if (event === 'ended' || event === 'archived')
    throw new AppError('ended', { sentence: 'このイベントは終了しました。' });
  if (classroomId === null || event === 'draft' || event === 'published')
    throw new AppError('not_open', {
      sentence: 'まだ入場できません。入場の時刻になってから、もう一度お試しください。',
    });
  return { ...entry, classroom_id: classroomId };
}
