import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { MessageRecipient, MessageStopsRepository } from './message-stops.repository';

export type MessageStopsService = ReturnType<typeof createMessageStopsService>;

/**
 * Who wants no messages of which host. Such a stop covers notifications and mails, about everything that the host
 * holds; a recipient is the id of a user, or of the ticket of a buyer without an account.
 */
export function createMessageStopsService({ stops, clock }: { stops: MessageStopsRepository; clock: Clock }) {
  async function requireRecipient(id: string): Promise<MessageRecipient> {
    const recipient = await stops.findRecipient(id);
    if (!recipient) throw new AppError('link_expired');
    return recipient;
  }

  return {
    isStoppedBy: (userId: string, hostId: string): Promise<boolean> => stops.has({ userId }, hostId),

    setBy: (userId: string, hostId: string, isSubscribed: boolean): Promise<void> =>
      isSubscribed ? stops.delete({ userId }, hostId) : stops.add({ userId }, hostId, clock.now()),

    /** Whether the recipient of a mail's link gets the messages of the host. Throws `link_expired` when they are gone. */
    async isSubscribed(recipientId: string, hostId: string): Promise<boolean> {
      return !(await stops.has(await requireRecipient(recipientId), hostId));
    },

    /** Stops or resumes them for the recipient of a mail's link. Throws `link_expired` when they are gone. */
    async set(recipientId: string, hostId: string, isSubscribed: boolean): Promise<void> {
      const recipient = await requireRecipient(recipientId);
      await (isSubscribed ? stops.delete(recipient, hostId) : stops.add(recipient, hostId, clock.now()));
    },

    /** Names the messages of a host, as their mails do. */
    async labelOf(hostId: string): Promise<string> {
      const name = await stops.nameOfHost(hostId);
      return name === undefined ? '退会したホストからのメッセージ' : `${name}からのメッセージ`;
    },
  };
}
