import { createHash } from 'node:crypto';

import type { BootData } from '@manabiba/shared/page/boot-data';
import { isPerson } from '@manabiba/shared/page/page-access';

import { eventReplay } from './event-replay';
import { pageTimeZone } from './page-time-zone';

/** The texts of a page's inline scripts. */
export const inlineScriptsOf = ({ me, timeZone }: Pick<BootData, 'me' | 'timeZone'>): string[] => [
  eventReplay[isPerson(me) ? 'signedIn' : 'anonymous'],
  ...(timeZone ? [pageTimeZone(timeZone)] : []),
];

/** The digest of an inline script, by which the policy of a page without a nonce names it. */
export const digestOf = (script: string): string => `sha256-${createHash('sha256').update(script).digest('base64')}`;
