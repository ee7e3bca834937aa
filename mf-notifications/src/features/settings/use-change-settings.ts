import type { Contract } from '@manabiba/shared/contract/contract';
import type { EndpointInput } from '@manabiba/shared/contract/endpoint';
import { type NotificationChannels, type NotificationSettings } from '@manabiba/shared/contract/notification-settings';
import type { NotificationKind } from '@manabiba/shared/contract/notifications';
import { getNotificationSettings, updateNotificationSettings } from '@manabiba/shared/data/endpoints';
import { changeCached, showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { useState } from 'react';

type SettingsChanges = EndpointInput<Contract['updateNotificationSettings']>['body'];

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

/** Saves each change of a card at once, and words what has become of it. A refusal is shown as a message. */
export function useInstantSettings() {
  const { run, isRunning } = useChangeSettings();
  const [isSaved, setIsSaved] = useState(false);

  async function change(changes: SettingsChanges): Promise<void> {
    setIsSaved(false);
    try {
      await run({ body: changes });
      setIsSaved(true);
    } catch (error) {
      showMessageFor(error);
    }
  }

  return { change, outcome: isSaved && !isRunning ? '変更を保存しました。' : '変更は、すぐに保存されます。' };
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
