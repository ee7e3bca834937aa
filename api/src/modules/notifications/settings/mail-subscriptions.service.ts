import type { MailSubscription } from '@manabiba/shared/contract/notification-settings';

import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import { kindDeclarations } from '../kinds/notification-kinds';
import type { MailLink, MailTokens } from './mail-token';
import type { NotificationSettingsRepository } from './notification-settings.repository';
import type { NotificationSettingsService } from './notification-settings.service';

interface MailSubscriptionsDeps {
  tokens: MailTokens;
  settings: NotificationSettingsService;
  repository: NotificationSettingsRepository;
  clock: Clock;
}

const digestLabels = { weeklyDigest: '週に一度のまとめ', guardianDigest: '保護者の方への月に一度のまとめ' } as const;

const labelOf = (subject: MailLink['subject']) =>
  subject === 'weeklyDigest' || subject === 'guardianDigest' ? digestLabels[subject] : kindDeclarations[subject].label;

export type MailSubscriptionsService = ReturnType<typeof createMailSubscriptionsService>;

/** Unsubscribing by the link of a mail, without signing in. A link that was not made here is `link_expired`. */
export function createMailSubscriptionsService({ tokens, settings, repository, clock }: MailSubscriptionsDeps) {
  async function requireLink(token: string): Promise<MailLink> {
    const link = tokens.read(token);
    if (!link || !(await repository.exists(link.userId))) throw new AppError('link_expired');
    return link;
  }

  const isSubscribed = async ({ userId, subject }: MailLink): Promise<boolean> =>
    subject === 'guardianDigest'
      ? !(await repository.isGuardianDigestPaused(userId))
      : settings.isMailed(userId, subject);

  async function set(token: string, isOn: boolean): Promise<MailSubscription> {
    const link = await requireLink(token);
    const { userId, subject } = link;
    if (subject === 'guardianDigest') await repository.pauseGuardianDigest(userId, isOn ? null : clock.now());
    else if (subject === 'weeklyDigest') await settings.setWeeklyDigest(userId, isOn);
    else await settings.setMail(userId, subject, isOn);
    return { subject, label: labelOf(subject), isSubscribed: isOn };
  }

  return {
    async get(token: string): Promise<MailSubscription> {
      const link = await requireLink(token);
      return { subject: link.subject, label: labelOf(link.subject), isSubscribed: await isSubscribed(link) };
    },
    unsubscribe: (token: string): Promise<MailSubscription> => set(token, false),
    resubscribe: (token: string): Promise<MailSubscription> => set(token, true),
  };
}
