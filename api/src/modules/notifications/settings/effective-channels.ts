import type { NotificationChannel, NotificationChannels } from '@manabiba/shared/contract/notification-settings';
import type { NotificationKind } from '@manabiba/shared/contract/notifications';

import { kindDeclarations } from '../kinds/notification-kinds';

export const channelNames = ['inApp', 'mail', 'push'] as const satisfies readonly NotificationChannel[];

/** What a user has chosen, by kind and channel. Written by any version: unknown kinds and values are ignored. */
export type ChosenChannels = Record<string, Record<string, unknown>>;

/** Returns on which channels a kind is sent: the user's choice, else the default. Fixed channels stay on. */
export function effectiveChannels(kind: NotificationKind, chosen: ChosenChannels): NotificationChannels {
  const { channels, fixed = [] } = kindDeclarations[kind];
  const own = chosen[kind] ?? {};
  const isOn = (channel: NotificationChannel) => {
    if (fixed.includes(channel)) return true;
    const value = own[channel];
    return typeof value === 'boolean' ? value : channels[channel];
  };
  return { inApp: isOn('inApp'), mail: isOn('mail'), push: isOn('push') };
}
