import { createHash } from 'node:crypto';

import { subMinutes } from 'date-fns';
import sharp from 'sharp';

import { createClassroomCommentsRepository } from '../modules/classroom-comments/classroom-comments.repository';
import { createUserReportsRepository } from '../modules/user-reports/user-reports.repository';
import { createDb } from '../platform/database/db';
import type { Storage } from '../platform/storage/storage';
import { drawSlide } from './draw-slide';
import { deterministicId } from './plan/deterministic';
import type { DemoOptions } from './seed-demo';
import { changeDemo, insertRows } from './write-rows';

/** Who waits for the review of a document, who reports, and who is reported. */
const APPLICANT = deterministicId('usr', 'nishimura');
const REPORTER = deterministicId('usr', 'suzuki');
const REPORTED = deterministicId('usr', 'ishii');
const DOCUMENT = deterministicId('upl', 'student card');
const WAITING_MINUTES = 25;

/**
 * Gives the staff of the demo something to decide: an identity document, a report of a comment and one of a user. Once:
 * what the staff has decided stays decided.
 */
export async function fillStaffWork({ pool, now, storage }: DemoOptions & { storage: Storage }): Promise<void> {
  const { rows } = await pool.query('select 1 from uploads where id = $1', [DOCUMENT]);
  if (rows.length > 0) return;
  const card = await drawCard();
  await storage.put(`identity_document/${DOCUMENT}`, card, 'image/webp');
  const isFirst = await changeDemo(pool, async (client) => {
    const known = await client.query('select 1 from uploads where id = $1', [DOCUMENT]);
    if (known.rows.length > 0) return false;
    const at = subMinutes(now, WAITING_MINUTES);
    await insertRows(client, 'uploads', [
      {
        id: DOCUMENT,
        user_id: APPLICANT,
        purpose: 'identity_document',
        mime: 'image/webp',
        size: card.length,
        created_at: at,
        stored_at: at,
        submitted_at: at,
      },
    ]);
    await client.query("update users set state = 'under_review' where id = $1 and state = 'active'", [APPLICANT]);
    return true;
  });
  if (isFirst) await fileReports({ pool, now });
}

const drawCard = async () =>
  sharp(
    await drawSlide(
      { title: '学生証(見本)', lines: ['みなと高等学校', '西村 大和', 'デモ用の画像です。'] },
      { paper: '#eef3f8', accent: '#27459b' },
    ),
  )
    .webp()
    .toBuffer();

async function fileReports({ pool, now }: Pick<DemoOptions, 'pool' | 'now'>): Promise<void> {
  const db = createDb(pool);
  const [users, comments] = [createUserReportsRepository(db), createClassroomCommentsRepository(db)];
  const profile = await users.findEvidence(REPORTED);
  if (profile)
    await users.insert({
      id: deterministicId('rep', 'user'),
      reportedId: REPORTED,
      reporterId: REPORTER,
      reason: 'spam',
      detail: '教室のあとに、外部の勉強会に何度も誘われました。',
      evidence: profile,
      now,
    });
  const { rows } = await pool.query<{ id: string; classroom_id: string }>(
    `select k.id, k.classroom_id from classroom_comments k join classrooms c on c.id = k.classroom_id join users u on u.id = k.user_id
     where c.is_demo and c.state = 'ended' and not c.private_mode and k.deleted_at is null and u.role = 'user' and u.password_hash is null and u.id <> $1
     order by k.id limit 1`,
    [REPORTER],
  );
  const comment = rows[0] && (await comments.find(rows[0].classroom_id, rows[0].id, null));
  if (!rows[0] || !comment) return;
  const { id: commentId, classroom_id: classroomId } = rows[0];
  const evidence = await comments.findEvidence(classroomId, { micros: comment.created_micros, id: commentId });
  const hash = createHash('sha256').update(JSON.stringify(evidence)).digest('hex');
  await comments.report({
    id: deterministicId('rep', 'comment'),
    commentId,
    classroomId,
    reporterId: REPORTER,
    reason: 'other',
    detail: '同じ内容の書き込みが続いています。ご確認をお願いします。',
    evidence: { ...evidence, hash },
    now,
  });
}
