import type { MailSubscription } from '@manabiba/shared/contract/notification-settings';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import { kindDeclarations } from '../kinds/notification-kinds';
import type { MailLink, MailTokens } from './mail-token';
import type { MessageStopsService } from './message-stops.service';
import type { NotificationSettingsRepository } from './notification-settings.repository';
import type { NotificationSettingsService } from './notification-settings.service';

interface MailSubscriptionsDeps {
  tokens: MailTokens;
  settings: NotificationSettingsService;
  repository: NotificationSettingsRepository;
  messageStops: Pick<MessageStopsService, 'isSubscribed' | 'set' | 'labelOf'>;
  clock: Clock;
}

const digestLabels = { weeklyDigest: '週に一度のまとめ', guardianDigest: '保護者の方への月に一度のまとめ' } as const;

export type MailSubscriptionsService = ReturnType<typeof createMailSubscriptionsService>;

/** Unsubscribing by the link of a mail, without signing in. A link that was not made here is `link_expired`. */
export function createMailSubscriptionsService(deps: MailSubscriptionsDeps) {
  const { tokens, settings, repository, messageStops, clock } = deps;

  async function requireLink(token: string): Promise<MailLink> {
    const link = tokens.read(token);
    if (!link) throw new AppError('link_expired');
    // The recipient of a host's messages may have no account, and is looked for where they are stopped.
    if (link.subject !== 'hostMessages' && !(await repository.exists(link.userId))) throw new AppError('link_expired');
    return link;
  }

  async function labelOf(link: MailLink): Promise<string> {
    if (link.subject === 'hostMessages') return messageStops.labelOf(link.hostId);
    const { subject } = link;
    return subject === 'weeklyDigest' || subject === 'guardianDigest'
      ? digestLabels[subject]
      : kindDeclarations[subject].label;
  }

  async function isSubscribed(link: MailLink): Promise<boolean> {
    if (link.subject === 'hostMessages') return messageStops.isSubscribed(link.userId, link.hostId);
    const { userId, subject } = link;
    return subject === 'guardianDigest'
      ? !(await repository.isGuardianDigestPaused(userId))
      : settings.isMailed(userId, subject);
  }

  async function set(token: string, isOn: boolean): Promise<MailSubscription> {
    const link = await requireLink(token);
    const { userId, subject } = link;
    if (subject === 'guardianDigest') await repository.pauseGuardianDigest(userId, isOn ? null : clock.now());
    else if (subject === 'weeklyDigest') await settings.setWeeklyDigest(userId, isOn);
    else if (subject === 'hostMessages') await messageStops.set(userId, link.hostId, isOn);
    else await settings.setMail(userId, subject, isOn);
    return { subject, label: await labelOf(link), isSubscribed: isOn };
  }

  return {
    async get(token: string): Promise<MailSubscription> {
      const link = await requireLink(token);
      return { subject: link.subject, label: await labelOf(link), isSubscribed: await isSubscribed(link) };
    },
    unsubscribe: (token: string): Promise<MailSubscription> => set(token, false),
    resubscribe: (token: string): Promise<MailSubscription> => set(token, true),
  };
}
