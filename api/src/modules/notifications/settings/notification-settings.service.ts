import type { EndpointInput, EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type {
  muteFromNotification,
  NotificationMute,
  NotificationSettings,
  updateNotificationSettings,
} from '@manabiba/shared/contract/notification-settings';
import { type MuteScope, type NotificationKind, notificationKinds } from '@manabiba/shared/contract/notifications';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import { inTransaction } from '../../../platform/database/transaction';
import { DEFAULT_TIME_ZONE } from '../../../platform/moments';
import { kindDeclarations } from '../kinds/notification-kinds';
import { channelNames, type ChosenChannels, effectiveChannels } from './effective-channels';
import type {
  MuteRow,
  NotificationSettingsRepository,
  SettingsChange,
  SettingsRow,
} from './notification-settings.repository';

interface NotificationSettingsDeps {
  db: Db;
  settings: NotificationSettingsRepository;
  clock: Clock;
}

type Changes = EndpointInput<typeof updateNotificationSettings>['body'];

const rows: NotificationSettings['kinds'] = Object.values(kindDeclarations).map(
  ({ kind, section, label, fixed = [] }) => ({ kind, section, label, fixed: [...fixed] }),
);

export type NotificationSettingsService = ReturnType<typeof createNotificationSettingsService>;

/** What reaches a user on which channel, and what they have muted. */
export function createNotificationSettingsService({ db, settings, clock }: NotificationSettingsDeps) {
  async function get(userId: string): Promise<NotificationSettings> {
    const [row, mutes, mailRefusedAt] = await Promise.all([
      settings.find(userId),
      settings.mutes(userId),
      settings.mailRefusedAt(userId),
    ]);
    const chosen = row?.channels ?? {};
    const pausedUntil = row?.paused_until ?? null;
    const isPaused = pausedUntil !== null && pausedUntil > clock.now();
    return {
      channels: Object.fromEntries(
        notificationKinds.map((kind) => [kind, effectiveChannels(kind, chosen)]),
      ) as NotificationSettings['channels'],
      quietFrom: row?.quiet_from ?? null,
      quietTo: row?.quiet_to ?? null,
      timeZone: row?.time_zone ?? DEFAULT_TIME_ZONE,
      pausedUntil: isPaused ? pausedUntil.toISOString() : null,
      weeklyDigest: row?.weekly_digest ?? false,
      mutes: mutes.map(toMute),
      kinds: rows,
      mailRefusedAt: mailRefusedAt?.toISOString() ?? null,
    };
  }

  /** Changes what `decide` returns for the user's current settings. */
  async function change(userId: string, decide: (current: SettingsRow) => SettingsChange): Promise<void> {
    await inTransaction(db, async (trx) => {
      const now = clock.now();
      const set = decide(await settings.lock(trx, userId, now));
      await settings.save(trx, userId, { ...set, updated_at: now });
    });
  }

  return {
    get: (viewer: SignedInViewer): Promise<NotificationSettings> => get(viewer.id),

    /** Changes what is given. Switching off a fixed channel and one quiet time without the other are `invalid`. */
    async update(viewer: SignedInViewer, changes: Changes): Promise<NotificationSettings> {
      for (const kind of notificationKinds)
        for (const channel of kindDeclarations[kind].fixed ?? [])
          if (changes.channels?.[kind]?.[channel] === false)
            throw new AppError('invalid', {
              fields: { [`channels.${kind}.${channel}`]: 'このお知らせは、いつも届きます。' },
            });
      if (changes.retryMail === true) await settings.forgetRefusal(viewer.id);
      await change(viewer.id, (current) => changed(current, changes));
      return get(viewer.id);
    },

    /** Mutes what a notification is about, or whoever caused it; `invalid` when it has no such subject. */
    async mute(
      viewer: SignedInViewer,
      id: string,
      scope: MuteScope,
    ): Promise<EndpointOutput<typeof muteFromNotification>> {
      const notification = await settings.mutable(viewer.id, id);
      if (!notification) throw new AppError('not_found');
      const subjectId = scope === 'person' ? notification.actor_id : notification.subjects?.[scope];
      if (!subjectId) throw new AppError('invalid', { fields: { scope: 'このお知らせでは選べません。' } });
      return toMute(await settings.mute(viewer.id, scope, subjectId, clock.now()));
    },

    unmute: (viewer: SignedInViewer, id: string): Promise<void> => settings.unmute(viewer.id, id),

    /** Turns the mails of one kind on or off, for the link in a mail. */
    setMail: (userId: string, kind: NotificationKind, isOn: boolean): Promise<void> =>
      change(userId, ({ channels }) => ({
        channels: JSON.stringify(withChoices(channels, { [kind]: { mail: isOn } })),
      })),

    setWeeklyDigest: (userId: string, isOn: boolean): Promise<void> => change(userId, () => ({ weekly_digest: isOn })),

    /** Returns whether the user gets mails of this kind. */
    async isMailed(userId: string, kind: NotificationKind | 'weeklyDigest'): Promise<boolean> {
      const row = await settings.find(userId);
      return kind === 'weeklyDigest'
        ? (row?.weekly_digest ?? false)
        : effectiveChannels(kind, row?.channels ?? {}).mail;
    },
  };
}

/** Returns what changes. One quiet time without the other, or two equal ones, are `invalid`. */
function changed(current: SettingsRow, changes: Changes): SettingsChange {
  const quietFrom = changes.quietFrom === undefined ? current.quiet_from : changes.quietFrom;
  const quietTo = changes.quietTo === undefined ? current.quiet_to : changes.quietTo;
  if ((quietFrom === null) !== (quietTo === null) || (quietFrom !== null && quietFrom === quietTo))
    throw new AppError('invalid', { fields: { quietTo: '始まりと終わりの時刻を入力してください。' } });
  return {
    channels: JSON.stringify(withChoices(current.channels, changes.channels ?? {})),
    quiet_from: quietFrom,
    quiet_to: quietTo,
    time_zone: changes.timeZone ?? current.time_zone,
    paused_until: changes.pausedUntil === undefined ? current.paused_until : changes.pausedUntil,
    weekly_digest: changes.weeklyDigest ?? current.weekly_digest,
  };
}

/** Stores explicit choices only, so that a default may change for those who have not chosen. */
function withChoices(current: ChosenChannels, changes: NonNullable<Changes['channels']>): ChosenChannels {
  const chosen: ChosenChannels = { ...current };
  for (const kind of notificationKinds) {
    const change = changes[kind];
    if (!change) continue;
    const own = { ...chosen[kind] };
    for (const channel of channelNames) if (change[channel] !== undefined) own[channel] = change[channel];
    chosen[kind] = own;
  }
  return chosen;
}

const toMute = ({ id, scope, subject_id: subjectId, label, created_at: createdAt }: MuteRow): NotificationMute => ({
  id,
  scope,
  subjectId,
  label,
  createdAt: createdAt.toISOString(),
});
