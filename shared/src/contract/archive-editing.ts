import * as z from 'zod/mini';

import { archive, archiveDetail } from './archives';
import { endpoint } from './endpoint';
import {
  MAX_ARCHIVE_CHAPTERS,
  MAX_ARCHIVE_DESCRIPTION_LENGTH,
  MAX_ARCHIVE_SECONDS,
  MAX_ARCHIVE_TITLE_LENGTH,
  MAX_CAPTIONS_LENGTH,
  MAX_CHAPTER_TITLE_LENGTH,
  MAX_TICKET_PRICE,
  MAX_UTTERANCES,
  MIN_TICKET_PRICE,
} from './limits';
import { id, line, page, pageQuery, text } from './primitives';

const chapter = z.strictObject({
  at: z.number().check(z.minimum(0), z.maximum(MAX_ARCHIVE_SECONDS)),
  title: line({ min: 1, max: MAX_CHAPTER_TITLE_LENGTH, empty: 'チャプターの名前を入力してください。' }),
});

const priceSentence = `価格は${MIN_TICKET_PRICE}円から${MAX_TICKET_PRICE.toLocaleString('ja-JP')}円までで入力してください。`;
export const archivePrice = z
  .int({ error: priceSentence })
  .check(z.minimum(MIN_TICKET_PRICE, { error: priceSentence }), z.maximum(MAX_TICKET_PRICE, { error: priceSentence }));

const cutSeconds = z.int().check(z.minimum(0), z.maximum(MAX_ARCHIVE_SECONDS));

export const listMyArchives = endpoint({
  name: 'listMyArchives',
  isExtension: true,
  method: 'GET',
  path: '/me/archives',
  summary:
    'Returns the archives that the signed-in user hosts or speaks in, in every state or only those under review, newest recording first.',
  access: { session: 'person' },
  query: z.object({
    ...pageQuery,
    /** Only recordings that are still to be published: those that failed never are. */
    review: z.optional(z.literal('true')),
  }),
  response: page(archive),
  errors: [],
  tags: ['Archive'],
});

export const updateArchive = endpoint({
  name: 'updateArchive',
  isExtension: true,
  method: 'PATCH',
  path: '/archives/{id}',
  summary:
    'Changes what is shown of an archive, who may watch it and for how much it is sold. Hiding it refunds the archive tickets of the last 30 days. Only its host may.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject({
    title: z.optional(line({ min: 1, max: MAX_ARCHIVE_TITLE_LENGTH, empty: '題名を入力してください。' })),
    description: z.optional(text({ max: MAX_ARCHIVE_DESCRIPTION_LENGTH })),
    /** Kept in the order of their times; two at one time are refused. */
    chapters: z.optional(z.array(chapter).check(z.maxLength(MAX_ARCHIVE_CHAPTERS))),
    /** `ticket` only for archives of events. */
    access: z.optional(z.enum(['public', 'signed_in', 'subscriber', 'ticket'])),
    /** The price of the ticket for the archive of an event, including tax; null ends its sale. */
    ticketPrice: z.optional(z.nullable(archivePrice)),
    /** Hides a published archive from everybody else, or shows it again. */
    isHidden: z.optional(z.boolean()),
  }),
  response: archiveDetail,
  errors: ['not_found', 'not_owner', 'not_open', 'invalid'],
  invalidates: ['Archive', 'Event'],
});

export const putArchiveCaptions = endpoint({
  name: 'putArchiveCaptions',
  isExtension: true,
  method: 'PUT',
  path: '/archives/{id}/captions',
  summary:
    'Replaces the captions of an archive by a WebVTT or SRT file. A file with an error is refused with the line that has it; what was made of a draft is `conflict` once the video is another one.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject({
    vtt: z.string().check(z.maxLength(MAX_CAPTIONS_LENGTH)),
    /** The `videoVersion` of the draft that the file was made of. */
    draftOf: z.optional(id),
  }),
  response: archiveDetail,
  errors: ['not_found', 'not_owner', 'invalid', 'conflict'],
  invalidates: ['Archive'],
});

export const deleteArchiveCaptions = endpoint({
  name: 'deleteArchiveCaptions',
  isExtension: true,
  method: 'DELETE',
  path: '/archives/{id}/captions',
  summary: 'Removes the captions of an archive.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: null,
  errors: ['not_found', 'not_owner'],
  invalidates: ['Archive'],
});

export const getCaptionsDraft = endpoint({
  name: 'getCaptionsDraft',
  isExtension: true,
  method: 'GET',
  path: '/archives/{id}/captions_draft',
  summary:
    'Returns the draft of captions that was made of the live captions of the recording, in the times of the present video, without the parts that were taken out. Only its host may.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({
    cues: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
    /** Changes with every part that is taken out or cut off. Null without a draft, and in the answer of an older api. */
    videoVersion: z._default(z.nullable(id), null),
  }),
  errors: ['not_found', 'not_owner'],
  tags: ['Archive'],
});

export const deleteCaptionsDraft = endpoint({
  name: 'deleteCaptionsDraft',
  isExtension: true,
  method: 'DELETE',
  path: '/archives/{id}/captions_draft',
  summary: 'Discards the draft of captions, for good. Only the host of the archive may.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: null,
  errors: ['not_found', 'not_owner'],
  invalidates: ['Archive'],
});

export const cutArchive = endpoint({
  name: 'cutArchive',
  isExtension: true,
  method: 'PUT',
  path: '/archives/{id}/cut',
  summary:
    'Cuts the start and the end off a recording before its publication, and composes the video anew. Chapters move with it; captions are removed. Only its host may.',
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject({ startSeconds: cutSeconds, endSeconds: cutSeconds }),
  response: archiveDetail,
  errors: ['not_found', 'not_owner', 'not_open', 'invalid'],
  invalidates: ['Archive'],
});

export const composeArchive = endpoint({
  name: 'composeArchive',
  isExtension: true,
  method: 'POST',
  path: '/archives/{id}/compose',
  summary: 'Composes the video of an archive once more after a failure. Only its host may.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: archiveDetail,
  errors: ['not_found', 'not_owner', 'not_open'],
  invalidates: ['Archive'],
});

export const takeMyPartOut = endpoint({
  name: 'takeMyPartOut',
  isExtension: true,
  method: 'DELETE',
  path: '/archives/{id}/my_part',
  summary:
    "Takes the caller's voice, pictures and lines of the captions' draft out of an archive before its publication, for good; published captions are removed, and the video is composed anew. An archive of nobody else is deleted. Repeating the call changes nothing.",
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({ isDeleted: z.boolean() }),
  errors: ['not_found', 'not_open', 'role_required'],
  invalidates: ['Archive', 'Classroom', 'Event'],
});

export const getMyPart = endpoint({
  name: 'getMyPart',
  isExtension: true,
  method: 'GET',
  path: '/archives/{id}/my_part',
  summary:
    "Returns what the caller said at a stretch in an archive that is not published yet, with the lines of the captions' draft that belong to it. Empty until the first video is composed. `at` is when it begins in the present video, null when the host has cut it off.",
  access: { session: 'person' },
  params: z.object({ id }),
  response: z.object({
    utterances: z.array(
      z.object({
        id,
        at: z.nullable(z.number()),
        seconds: z.number(),
        text: z.nullable(z.string()),
        isOut: z.boolean(),
      }),
    ),
  }),
  errors: ['not_found', 'not_open', 'role_required'],
  tags: ['Archive'],
});

export const takeUtterancesOut = endpoint({
  name: 'takeUtterancesOut',
  isExtension: true,
  method: 'POST',
  path: '/archives/{id}/my_part',
  summary:
    "Takes what the caller names of `getMyPart` out of an archive before its publication, for good: nobody hears or sees them then, lines of the captions' draft and published captions of that time are removed, and the video is composed anew. What was taken out before stays out. Without names it does what `takeMyPartOut` does. Utterances that are not the caller's are `invalid`.",
  access: { session: 'person' },
  params: z.object({ id }),
  body: z.strictObject({ utteranceIds: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_UTTERANCES))) }),
  response: z.object({ isDeleted: z.boolean() }),
  errors: ['not_found', 'not_open', 'role_required', 'invalid'],
  invalidates: ['Archive', 'Classroom', 'Event'],
});

export const publishArchive = endpoint({
  name: 'publishArchive',
  isExtension: true,
  method: 'POST',
  path: '/archives/{id}/publish',
  summary:
    'Publishes an archive before the days of review are over. Only its host may, and only when nobody else was recorded.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: archiveDetail,
  errors: ['not_found', 'not_owner', 'already', 'not_open', 'role_required'],
  invalidates: ['Archive', 'Event'],
});

export const deleteArchive = endpoint({
  name: 'deleteArchive',
  isExtension: true,
  method: 'DELETE',
  path: '/archives/{id}',
  summary:
    'Deletes an archive with all its files, for good, and refunds the archive tickets of the last 30 days. Only its host may.',
  access: { session: 'person' },
  params: z.object({ id }),
  response: null,
  errors: ['not_found', 'not_owner'],
  invalidates: ['Archive', 'Classroom', 'Event'],
});
