import { addMinutes } from 'date-fns';

import { aPlainPicture, sendFile } from './pictures';
import type { TestAnswer, TestApp } from './start-test-app';

/** Creates events through the api as an organizer does. Times are in minutes from now. */
export function organizing(world: TestApp) {
  const iso = (minutes: number) => addMinutes(world.clock.now(), minutes).toISOString();
  const organizer = () => world.as('professional');
  const aDraft = (given: object = {}) => ({
    title: '宇宙望遠鏡が見た最初の銀河',
    categoryId: 'cat_space',
    startAt: iso(24 * 60),
    endAt: iso(24 * 60 + 90),
    ...given,
  });
  const aTicket = (given: object = {}) => ({
    name: '一般',
    kind: 'general',
    price: 1500,
    taxRate: 10,
    quota: 100,
    saleStartAt: iso(-60),
    saleEndAt: iso(60),
    ...given,
  });

  async function sendCover(): Promise<string> {
    const sent = await sendFile(world, 'professional', await aPlainPicture(1280, 720), {
      purpose: 'event_cover',
      mime: 'image/png',
    });
    return (sent.body as { uploadId: string }).uploadId;
  }

  return {
    iso,
    organizer,
    aDraft,
    aTicket,
    sendCover,
    draft: async (given: object = {}): Promise<string> =>
      (await organizer().post('/org/events', aDraft(given))).body.id,
    addTicket: async (eventId: string, given: object = {}): Promise<string> =>
      (await organizer().post(`/org/events/${eventId}/ticket_types`, aTicket(given))).body.id,

    /** Creates a draft with everything that publishing requires. */
    async completeDraft(given: object = {}): Promise<string> {
      const { body } = await organizer().post(
        '/org/events',
        aDraft({ description: '最初の星の話です。', coverUploadId: await sendCover(), ...given }),
      );
      await organizer().post(`/org/events/${body.id}/ticket_types`, aTicket());
      return body.id as string;
    },

    async published(given: object = {}): Promise<string> {
      const id = await this.completeDraft(given);
      await organizer().post(`/org/events/${id}/publish`);
      return id;
    },

    cancel: (id: string, reason?: string): Promise<TestAnswer> =>
      organizer().delete(`/org/events/${id}`, {}, reason === undefined ? {} : { reason }),
  };
}
