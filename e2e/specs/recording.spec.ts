import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { refusal } from '../fixtures/complaints';
import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/patient-expect';
import { bornYearsAgo } from '../fixtures/people';
import {
  received,
  recognize,
  shareWithoutSound,
  standInForSound,
  watchConnections,
} from '../fixtures/rooms/media-page';
import { launchOptions } from '../fixtures/rooms/media-room';
import { browserOf } from '../fixtures/rooms/room-visitor';
import { ArchivePage } from '../pages/archive-page';

// Browsers encode video slowly on a busy machine, and the composer has the lowest priority.
test.describe.configure({ timeout: 420_000 });
test.use({ launchOptions });

const SENTENCE = 'この青い矢印の長さが r です';
const SENTENCE_AS_HEARD = 'この青い矢印の長さがあるです';
const COMPOSED = { timeout: 180_000 };

async function enter(browser: Browser, person: ApiPerson, id: string, button: 'start' | 'join') {
  const room = await browserOf(browser, person);
  await room.page.context().grantPermissions(['microphone', 'camera']);
  await watchConnections(room.page);
  await standInForSound(room.page);
  await shareWithoutSound(room.page);
  await room.open(id);
  await room[button].click();
  await expect(room.page.getByText('声が届いています')).toBeVisible();
  await room.join.click();
  // A host enters with the microphone on; this one keeps silent.
  if (button === 'start') await room.control('マイクをオフ').click();
  await expect(room.control('マイクをオン')).toBeVisible();
  return room;
}

test(
  'a class is recorded with consent, becomes an archive, and a speaker removes their part',
  { tag: '@full' },
  async ({ browser, complaints, product: { url, dataDir } }) => {
    // Refusals at the end of the room and in the review.
    complaints.allow(refusal(404, '/archives/'), refusal(410, '/v1/'), refusal(409, '/v1/'), refusal(403, '/v1/'));
    // The media connection ends with the room, maybe before its last message is sent.
    complaints.allow(/WebSocket is already in CLOSING/);
    const [host, guest, minor] = await Promise.all([
      ApiPerson.newcomer(url),
      ApiPerson.newcomer(url),
      ApiPerson.newcomer(url, { birthDate: bornYearsAgo(17) }),
    ]);
    const id = await host.createRoom();
    const hosting = await enter(browser, host, id, 'start');
    const speaking = await enter(browser, guest, id, 'join');
    const young = await enter(browser, minor, id, 'join');
    const badge = { name: '録画中', exact: true };

    await test.step('the host starts recording; an adult is asked, a minor is not', async () => {
      await hosting.showPeople();
      await hosting.page.getByRole('button', { name: '録画を始める' }).click();
      await hosting.confirm('録画を始める');
      await expect(hosting.page.getByText(badge.name, { exact: true })).toBeVisible();
      await expect(young.page.getByRole('button', badge)).toBeVisible();
      await speaking.page.getByRole('dialog').getByRole('button', { name: '同意して話す' }).click();
      await expect(speaking.control('マイクをオン')).toBeVisible();
      await expect(young.page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('they talk, and the host shares a screen', async () => {
      await hosting.control('画面を共有').click();
      await young.control('マイクをオン').click();
      await speaking.control('マイクをオン').click();
      for (const room of [speaking, young]) await expect(room.control('マイクをオフ')).toBeVisible();
      await expect.poll(async () => (await received(young.page)).frames).toBeGreaterThan(20);
      const { audioPackets } = await received(hosting.page);
      // Two voices of 50 packets a second: some eight seconds.
      await expect.poll(async () => (await received(hosting.page)).audioPackets).toBeGreaterThan(audioPackets + 800);
    });

    await test.step('a sentence of the speaker is kept as a caption', async () => {
      await speaking.control('字幕をオン').click();
      await speaking.page.getByRole('dialog').getByRole('button', { name: '付ける', exact: true }).click();
      const kept = speaking.page.waitForResponse((answer) => answer.url().endsWith('/caption_lines'));
      await recognize(speaking.page, SENTENCE_AS_HEARD);
      expect(await (await kept).json()).toEqual({ isKept: true });
    });

    await test.step('the mini player shows the recording too', async () => {
      await speaking.page.getByRole('link', { name: 'まなびば トップページ' }).click();
      await expect(speaking.mini.getByRole('img', { name: '録画中' })).toBeVisible();
    });

    const archiveId = await test.step('the end of the class makes the archive', async () => {
      await host.must('DELETE', `/classrooms/${id}`);
      await expect.poll(async () => (await host.must('GET', '/me/archives')).items[0]?.state, COMPOSED).toBe('ready');
      return (await host.must('GET', '/me/archives')).items[0].id as string;
    });

    await test.step('its host and its speaker see it, nobody else does, and no file is the minor’s', async () => {
      expect(await guest.must('GET', `/archives/${archiveId}`)).toMatchObject({
        canWatch: true,
        publishedAt: null,
        review: { myRole: 'speaker', otherSpeakers: 1, isMyPartRecorded: true },
      });
      expect((await minor.call('GET', `/archives/${archiveId}`)).status).toBe(404);
      expect((await host.call('POST', `/archives/${archiveId}/publish`)).body.code).toBe('role_required');
      expect((await readdir(join(dataDir, 'recordings', id))).length).toBeGreaterThan(0);
    });

    await test.step('the host corrects the draft of captions and publishes it', async () => {
      await new ArchivePage(hosting.page).open(archiveId);
      await hosting.page.getByRole('button', { name: '下書きを確かめる' }).click();
      const editor = hosting.page.getByRole('dialog', { name: '字幕の下書きを確かめる' });
      await expect(editor.getByRole('textbox')).toHaveValue(SENTENCE_AS_HEARD);
      await editor.getByRole('textbox').fill(SENTENCE);
      await editor.getByRole('button', { name: '字幕を公開する' }).click();
      await expect(editor).toHaveCount(0);
      await expect(hosting.page.getByRole('button', { name: '字幕を外す' })).toBeVisible();
    });

    const screen = new ArchivePage(speaking.page);
    await test.step('it plays with the voice of the speaker', async () => {
      await screen.open(archiveId);
      await screen.firstPlay.click();
      await expect.poll(() => screen.loudness()).toBeGreaterThan(0.01);
    });

    await test.step('the sentence is shown over the video and next to it', async () => {
      await screen.transcript.getByRole('button').filter({ hasText: SENTENCE }).click();
      await expect(screen.caption(SENTENCE)).toBeVisible();
    });

    await test.step('the speaker removes their words: the next version is silent and without captions', async () => {
      await screen.openMyPart();
      await expect(screen.myPart.getByText(SENTENCE_AS_HEARD)).toBeVisible();
      for (const one of await screen.utterances.all()) await one.click();
      await screen.myPart.getByRole('button', { name: '選んだ発言を外す' }).click();
      await expect(speaking.page.getByText('発言を外しました。動画を作り直しています。')).toBeVisible();
      await expect.poll(async () => (await host.must('GET', `/archives/${archiveId}`)).state, COMPOSED).toBe('ready');
      await screen.open(archiveId);
      await screen.openMyPart();
      await expect(screen.myPart.getByRole('switch', { name: /外しました/ }).first()).toBeChecked();
      await screen.myPart.getByRole('button', { name: 'キャンセル' }).click();
      await screen.firstPlay.click();
      let loudest = 0;
      await expect
        .poll(async () => {
          loudest = Math.max(loudest, await screen.loudness());
          return screen.position();
        })
        .toBeGreaterThan(3);
      expect(loudest).toBeLessThan(0.005);
      await expect(screen.transcript).toHaveCount(0);
    });
    await Promise.all([hosting, speaking, young].map(({ page }) => page.context().close()));
  },
);
