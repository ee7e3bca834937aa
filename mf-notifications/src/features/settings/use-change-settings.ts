import type { Contract } from '@manabiba/shared/contract/contract';
import type { EndpointInput } from '@manabiba/shared/contract/endpoint';
import { type NotificationChannels, type NotificationSettings } from '@manabiba/shared/contract/notification-settings';
import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { getNotificationSettings, updateNotificationSettings } from '@manabiba/shared/data/endpoints';
import { changeCached, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

export type SettingsChanges = EndpointInput<Contract['updateNotificationSettings']>['body'];

/** Changes settings optimistically: shown at once and rolled back when the api refuses. */
export function useChangeSettings() {
  return useEndpointMutation(updateNotificationSettings, {
    optimistic: ({ body }) =>
      changeCached(
        getNotificationSettings,
        () => true,
        (settings) => withChanges(settings, body),
      ),
  });
}

/** A card that saves on submit. Keeps the choices in the form when saving fails. */
export function useSettingsForm() {
  const { run, isRunning, error } = useChangeSettings();
  const [isSaved, setIsSaved] = useState(false);

  /** Resolves with whether the changes were saved. */
  async function save(changes: SettingsChanges): Promise<boolean> {
    setIsSaved(false);
    try {
      await run({ body: changes });
      setIsSaved(true);
      return true;
    } catch {
      return false;
    }
  }

  return { save, isSaved, isSending: isRunning, message: error?.message ?? null };
}

function withChanges(settings: NotificationSettings, changes: SettingsChanges): NotificationSettings {
  const { channels = {}, retryMail, ...rest } = changes;
  const changed = { ...settings.channels };
  for (const [kind, some] of Object.entries(channels) as [NotificationKind, Partial<NotificationChannels>][])
    changed[kind] = { ...changed[kind], ...some };
  return {
    ...settings,
    ...(rest as Partial<NotificationSettings>),
    channels: changed,
    mailRefusedAt: retryMail ? null : settings.mailRefusedAt,
  };
}
