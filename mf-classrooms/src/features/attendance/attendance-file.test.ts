import { aClassroom } from '@manabiba/shared/testing/builders';

import { attendanceFile } from './attendance-file';
import type { Attendee } from './attendee';

const attendee = (given: Partial<Attendee>): Attendee => ({
  id: 'usr_1',
  nickname: '森 拓海',
  avatarUrl: null,
  isAnonymous: false,
  role: 'listener',
  joinedAt: new Date(2026, 10, 21, 13, 45, 30).toISOString(),
  leftAt: new Date(2026, 10, 21, 14, 30).toISOString(),
  secondsPresent: 2669,
  groups: [],
  ...given,
});
const classroom = aClassroom({ name: '入門/統計:その1', startAt: new Date(2026, 10, 21, 13, 45).toISOString() });

it('has a row for each attendee: name, role, join and leave time, whole minutes, groups', () => {
  const { text } = attendanceFile(classroom, [
    attendee({ nickname: '小林 亮太', role: 'host', leftAt: null }),
    attendee({
      secondsPresent: 59,
      groups: [
        {
          group: 'グループ1',
          enteredAt: new Date(2026, 10, 21, 14, 0).toISOString(),
          leftAt: new Date(2026, 10, 21, 14, 10).toISOString(),
        },
      ],
    }),
  ]);
  expect(text).toBe(
    '\uFEFF名前,役割,入室,退出,参加時間(分),グループ\r\n小林 亮太,ホスト,2026/11/21 13:45,参加中,44,\r\n森 拓海,リスナー,2026/11/21 13:45,2026/11/21 14:30,0,グループ1 2026/11/21 14:00から2026/11/21 14:10まで\r\n',
  );
});

it('escapes names that would run as formulas', () => {
  expect(attendanceFile(classroom, [attendee({ nickname: '=HYPERLINK("x")' })]).text).toContain(
    '\r\n"\'=HYPERLINK(""x"")",リスナー,',
  );
});

it.each([
  ['入門/統計:その1', '出席_入門 統計 その1_2026-11-21.csv'],
  ['???', '出席_2026-11-21.csv'],
])('exports %s as %s', (name, file) => {
  expect(attendanceFile({ ...classroom, name }, []).name).toBe(file);
});
