import type { Trx } from '../../../platform/database/db';

/** Devices of kicked visitors: a visitor who returns with a new anonymous id is recognized by the device. */
export const deviceBansRepository = {
  async ban(trx: Trx, classroomId: string, deviceId: string, now: Date): Promise<void> {
    await trx
      .insertInto('classroom_device_bans')
      .values({ classroom_id: classroomId, device_id: deviceId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  },

  /** Lifts the ban of a device, unless another kicked participant used the same device. */
  async lift(trx: Trx, classroomId: string, deviceId: string): Promise<void> {
    await trx
      .deleteFrom('classroom_device_bans')
      .where('classroom_id', '=', classroomId)
      .where('device_id', '=', deviceId)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('classroom_users')
              .select('user_id')
              .where('classroom_id', '=', classroomId)
              .where('device_id', '=', deviceId)
              .where('kicked_at', 'is not', null),
          ),
        ),
      )
      .execute();
  },

  async isBanned(trx: Trx, classroomId: string, deviceId: string): Promise<boolean> {
    const found = await trx
      .selectFrom('classroom_device_bans')
      .select('device_id')
      .where('classroom_id', '=', classroomId)
      .where('device_id', '=', deviceId)
      .executeTakeFirst();
    return found !== undefined;
  },
};
