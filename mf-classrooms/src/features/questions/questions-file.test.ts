import { aClassroom, aUser } from '@manabiba/shared/testing/builders';

import { questionsFile } from './questions-file';

it('has a row for each question: votes, state, answer', () => {
  const classroom = aClassroom({ name: '統計', startAt: new Date(2026, 10, 21, 13, 45).toISOString() });
  const question = {
    id: 'que_1',
    classroomId: classroom.id,
    createdAt: new Date(2026, 10, 21, 13, 50).toISOString(),
    isMine: false,
    isBlocked: false,
  };
  const { name, text } = questionsFile(classroom, [
    {
      ...question,
      user: aUser({ nickname: '西' }),
      body: '分散とは?',
      state: 'answered',
      voteCount: 3,
      answer: '散らばりです。',
    },
    { ...question, user: null, body: '=1+1', state: 'open', voteCount: 0, answer: '' },
  ]);
  expect(name).toBe('質問_統計_2026-11-21.csv');
  expect(text).toBe(
    "\uFEFF質問,名前,票,状態,回答,質問した時刻\r\n分散とは?,西,3,回答済み,散らばりです。,2026/11/21 13:50\r\n'=1+1,退会したユーザー,0,未回答,,2026/11/21 13:50\r\n",
  );
});
