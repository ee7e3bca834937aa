import { join } from 'node:path';

import { AccessToken, DirectFileOutput, EgressStatus } from 'livekit-server-sdk';

import { speak } from './testing/native-media';
import { readRecorded } from './testing/recorded-file';
import { type RecordingLab, startRecordingLab } from './testing/recording-lab';
import { API_KEY, API_SECRET } from './testing/start-test-engine';
import { until } from './testing/until';

let lab: RecordingLab;
beforeAll(async () => {
  lab = await startRecordingLab();
});
afterEach(() => lab.leaveAll());
afterAll(() => lab.close());

it('ends with the track, and after the recording nothing more is written', async () => {
  const hana = await lab.enter('hana', 'leaving');
  const voice = await speak(hana);
  const { egressId } = await lab.record('leaving', voice.sid, 'leaving/hana');
  await lab.grown('leaving/hana.webm', 10_000);
  await lab.test.rooms.removeParticipant('leaving', 'hana');
  const [ended] = await until(
    () => lab.egress.listEgress({ egressId }),
    ([info]) => info?.status === EgressStatus.EGRESS_COMPLETE,
  );
  expect(ended?.status).toBe(EgressStatus.EGRESS_COMPLETE);
  const size = await lab.sizeOf('leaving/hana.webm');
  expect(Number(ended?.fileResults[0]?.size)).toBe(size);
  expect(await readRecorded(join(lab.folder, 'leaving/hana.webm'))).toMatchObject({ kind: 'audio', codec: 'opus' });
  await voice.stop();
});

it('reports that a track never sent anything', async () => {
  const hana = await lab.enter('hana', 'silent');
  const voice = await speak(hana);
  await lab.test.rooms.mutePublishedTrack('silent', 'hana', voice.sid, true);
  const { egressId } = await lab.record('silent', voice.sid, 'silent/hana');
  expect(await lab.egress.stopEgress(egressId)).toMatchObject({ status: EgressStatus.EGRESS_ABORTED, fileResults: [] });
  expect(await lab.sizeOf('silent/hana.webm')).toBe(0);
  await voice.stop();
});

it('refuses paths outside of its folder and names that are none', async () => {
  const hana = await lab.enter('hana', 'paths');
  const voice = await speak(hana);
  for (const path of ['../outside', '/etc/outside', 'a/../../b', 'a//b', '', 'a/b.mp4', 'a\0b', 'a/b/c/d/e/f'])
    await expect(lab.record('paths', voice.sid, path)).rejects.toMatchObject({ status: 400 });
  await voice.stop();
});

it('is refused without the right to record and for unknown tracks', async () => {
  const grants = new AccessToken(API_KEY, API_SECRET);
  grants.addGrant({ roomAdmin: true, room: 'class', roomCreate: true });
  const response = await fetch(`${lab.test.url}/twirp/livekit.Egress/ListEgress`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await grants.toJwt()}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(response.status).toBe(401);
  await expect(
    lab.egress.startTrackEgress('class', new DirectFileOutput({ filepath: 'a' }), 'TR_nothing'),
  ).rejects.toMatchObject({ status: 404 });
  await expect(lab.egress.stopEgress('EG_nothing')).rejects.toMatchObject({ status: 404 });
});
