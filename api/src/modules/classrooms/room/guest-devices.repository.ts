import type { Trx } from '../../../platform/database/db';

/** The anonymous visitors whom the link of a guest ticket has admitted, one after the other. */
export const guestDevicesRepository = {
  /** Returns who is in a room by a ticket now. */
  presentOf(trx: Trx, participationId: string): Promise<{ user_id: string; classroom_id: string }[]> {
    return (
      trx
        .selectFrom('classroom_users')
        .select(['user_id', 'classroom_id'])
        .where('guest_participation_id', '=', participationId)
        // Whoever has signed up since is there by their account.
        .where('anonymous_id', 'is not', null)
        .where('joined_at', 'is not', null)
        .where('left_at', 'is', null)
        .orderBy('user_id')
        .execute()
    );
  },

  /** Returns whether a holder of a ticket was removed from its room, on any device. */
  async isKicked(trx: Trx, participationId: string): Promise<boolean> {
    const found = await trx
      .selectFrom('classroom_users')
      .select('user_id')
      .where('guest_participation_id', '=', participationId)
      .where('kicked_at', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    return found !== undefined;
  },
};
