import type { ClassroomPoll } from '@manabiba/shared/contract/classroom-polls';
import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { livePaths, type RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import {
  answerClassroomPoll,
  createClassroomPoll,
  listClassroomPolls,
  openClassroomPoll,
  updateClassroomPollResults,
} from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

import { PollCard } from './poll-card';
import { PollTool } from './poll-tool';
import { pollsFile } from './polls-file';

beforeAll(() => import('@manabiba/shared/realtime/open-port'));

let isLow = false;
beforeEach(() => {
  isLow = false;
  // jsdom has no layout.
  const matchMedia = () => ({ matches: isLow, addEventListener: () => {}, removeEventListener: () => {} });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia });
});

const ID = 'cls_live';

function aPoll(changes: Partial<ClassroomPoll> = {}): ClassroomPoll {
  return {
    id: 'pol_1',
    kind: 'single',
    question: 'いちばん近い恒星は?',
    options: ['太陽', 'シリウス', 'ベガ'],
    isNamed: false,
    seconds: null,
    state: 'open',
    openedAt: inMinutes(-1),
    closesAt: null,
    isShown: false,
    answerCount: 0,
    correct: null,
    results: null,
    myAnswer: null,
    ...changes,
  };
}

function aDocument(changes: Partial<ClassroomPoll> = {}): RoomPollDoc {
  const { seconds: _seconds, myAnswer: _answer, ...poll } = aPoll(changes);
  return {
    ...poll,
    state: poll.state === 'open' ? 'open' : 'closed',
    openedAt: inMinutes(-1),
    updatedAt: inMinutes(0),
  };
}

let users = 0;
function setUp(role: RoomRole, polls: ClassroomPoll[], ui: 'card' | 'tool', me: Parameters<typeof aMe>[1] = {}) {
  const live = new FakeLive().install();
  const network = new FakeNetwork().answer(listClassroomPolls, { items: polls, serverTime: inMinutes(0) });
  const classroom = aClassroomDetail({ id: ID, state: 'live' });
  live.set(livePaths.roomPolls(ID), ...polls.filter(({ state }) => state !== 'draft').map((poll) => aDocument(poll)));
  renderWithApp(ui === 'card' ? <PollCard {...{ classroom, role }} /> : <PollTool classroomId={ID} isInRoom />, {
    me: aMe('adult', { id: `usr_poll_${(users += 1)}`, ...me }),
    network,
  });
  const change = (changes: Partial<ClassroomPoll>) =>
    act(() => void live.set(livePaths.roomPolls(ID), aDocument({ ...polls[0], ...changes })));
  return { network, live, change };
}
const card = () => screen.findByRole('region', { name: 'アンケート' });

it('announces a poll once, also when the connection was lost meanwhile', async () => {
  const { live } = setUp('listener', [aPoll()], 'card');
  await card();
  const said: string[] = [];
  const status = screen.getByText('アンケートが始まりました。いちばん近い恒星は?', { selector: '[role=status]' });
  const changes = new MutationObserver(() => said.push(status.textContent));
  changes.observe(status, { characterData: true, childList: true, subtree: true });
  act(() => void live.setLine(false));
  act(() => void live.setLine(true));
  await card();
  expect(status).toBeInTheDocument();
  expect(changes.takeRecords()).toEqual([]);
  expect(said).toEqual([]);
});

describe('the card of a participant', () => {
  it('sends an answer once, lets it be changed, and says what others learn', async () => {
    const { network } = setUp('listener', [aPoll({ isNamed: true })], 'card');
    network.answer(answerClassroomPoll, ({ body }) => ({ text: '', choices: (body as { choices: number[] }).choices }));
    const part = within(await card());
    expect(screen.getByText('アンケートが始まりました。いちばん近い恒星は?')).toHaveRole('status');
    const send = await part.findByRole('button', { name: '回答する' });
    expect(send).toBeDisabled();
    expect(part.getByText(/お名前と回答がホストに伝わります/)).toBeVisible();
    await userEvent.click(part.getByRole('radio', { name: 'シリウス' }));
    await userEvent.click(send);
    expect(await part.findByText('回答しました。締め切りまで変えられます。')).toBeVisible();
    expect(part.getByRole('button', { name: '回答を変える' })).toBeDisabled();
    await userEvent.click(part.getByRole('radio', { name: 'ベガ' }));
    await userEvent.click(part.getByRole('button', { name: '回答を変える' }));
    await waitFor(() => expect(network.calls(answerClassroomPoll)).toHaveLength(2));
    expect(network.calls(answerClassroomPoll).map(({ body }) => body)).toEqual([{ choices: [1] }, { choices: [2] }]);
  });

  it('keeps what is changed while an answer is sent', async () => {
    const { network } = setUp('listener', [aPoll()], 'card');
    const answer = network.hold(answerClassroomPoll);
    const part = within(await card());
    await userEvent.click(await part.findByRole('radio', { name: 'シリウス' }));
    await userEvent.click(part.getByRole('button', { name: '回答する' }));
    await userEvent.click(part.getByRole('radio', { name: 'ベガ' }));
    answer({ choices: [1], text: '' });
    expect(await part.findByRole('button', { name: '回答を変える' })).toBeEnabled();
    expect(part.getByRole('radio', { name: 'ベガ' })).toBeChecked();
  });

  it('takes several choices with checkboxes', async () => {
    const { network } = setUp('listener', [aPoll({ kind: 'multiple' })], 'card');
    network.answer(answerClassroomPoll, { choices: [0, 2], text: '' });
    const part = within(await card());
    for (const name of ['ベガ', '太陽', 'シリウス', 'シリウス'])
      await userEvent.click(await part.findByRole('checkbox', { name }));
    await userEvent.click(part.getByRole('button', { name: '回答する' }));
    await waitFor(() => expect(network.calls(answerClassroomPoll)[0]?.body).toEqual({ choices: [2, 0] }));
  });

  it('remembers the answer after a reload', async () => {
    setUp('listener', [aPoll({ myAnswer: { choices: [2], text: '' } })], 'card');
    expect(await within(await card()).findByRole('radio', { name: 'ベガ' })).toBeChecked();
  });

  it('keeps the choice and says why when the answer comes too late', async () => {
    const { network } = setUp('listener', [aPoll()], 'card');
    network.refuse(answerClassroomPoll, 'conflict', { message: 'このアンケートは、締め切られました。' });
    const part = within(await card());
    await userEvent.click(await part.findByRole('radio', { name: '太陽' }));
    await userEvent.click(part.getByRole('button', { name: '回答する' }));
    expect(await part.findByText('このアンケートは、締め切られました。')).toBeVisible();
    expect(part.getByRole('radio', { name: '太陽' })).toBeChecked();
  });

  it('closes by the clock, without a message', async () => {
    setUp('listener', [aPoll({ closesAt: new Date(Date.now() + 1500).toISOString() })], 'card');
    const part = within(await card());
    expect(await part.findByRole('timer', { name: '締め切りまで' })).toHaveTextContent(/あと0:0[12]/);
    expect(await part.findByText(/締め切られました。結果は、ホストが公開すると/, {}, { timeout: 4000 })).toBeVisible();
    expect(part.queryByRole('radio')).toBeNull();
  });

  it('shows results in numbers and words once they are public, and can be put away', async () => {
    const { change } = setUp('listener', [aPoll({ myAnswer: { choices: [1], text: '' } })], 'card');
    await card();
    change({ state: 'closed', isShown: true, answerCount: 4, correct: [0], results: { counts: [3, 1, 0], texts: [] } });
    const [sun, sirius, vega] = await screen.findAllByRole('listitem');
    expect(sun).toHaveTextContent('太陽正解3人(75%)');
    expect(sirius).toHaveTextContent('シリウスあなたの回答1人(25%)');
    expect(vega).toHaveTextContent('ベガ0人(0%)');
    await userEvent.click(screen.getByRole('button', { name: 'アンケートを閉じる' }));
    expect(screen.queryByRole('region', { name: 'アンケート' })).toBeNull();
  });

  it('shows the results of an earlier poll once the host publishes them', async () => {
    const earlier = aDocument({ state: 'closed', question: '一番明るい星は?', closesAt: inMinutes(-4) });
    const later = aDocument({ id: 'pol_2', state: 'closed', question: '次の星は?', closesAt: inMinutes(-1) });
    const { live } = setUp('listener', [], 'card');
    act(() => {
      live.set(
        livePaths.roomPolls(ID),
        { ...earlier, openedAt: inMinutes(-5), updatedAt: inMinutes(-4) },
        { ...later, openedAt: inMinutes(-2), updatedAt: inMinutes(-1) },
      );
    });
    expect(await card()).toHaveTextContent('次の星は?');
    act(() => {
      live.set(livePaths.roomPolls(ID), {
        ...earlier,
        openedAt: inMinutes(-5),
        updatedAt: inMinutes(0),
        isShown: true,
        results: { counts: [3, 1, 0], texts: [] },
      });
    });
    await waitFor(async () => expect(await card()).toHaveTextContent('一番明るい星は?'));
  });

  it('opens in a dialog where the panel is low', async () => {
    isLow = true;
    const { network } = setUp('listener', [aPoll()], 'card');
    network.answer(answerClassroomPoll, { choices: [0], text: '' });
    await userEvent.click(within(await card()).getByRole('button', { name: '回答する' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'アンケート' }));
    await userEvent.click(await dialog.findByRole('radio', { name: '太陽' }));
    await userEvent.click(dialog.getByRole('button', { name: '回答する' }));
    expect(await dialog.findByText('回答しました。締め切りまで変えられます。')).toBeVisible();
  });

  it('asks for no text of who may not write comments', async () => {
    setUp('listener', [aPoll({ kind: 'text', options: [] })], 'card', { guardianConsentNeeded: true });
    expect(await screen.findByText(/コメントを書ける方だけが回答できます/)).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the tool of a moderator', () => {
  const openDialog = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'アンケート' }));
    return within(await screen.findByRole('dialog'));
  };

  it('makes a quiz and opens it at once', async () => {
    const { network } = setUp('host', [], 'tool');
    network.answer(createClassroomPoll, aPoll({ state: 'draft' })).answer(openClassroomPoll, aPoll());
    await userEvent.click(await (await openDialog()).findByRole('button', { name: 'アンケートを作る' }));
    const form = within(await screen.findByRole('dialog', { name: 'アンケートを作る' }));
    await userEvent.type(form.getByLabelText('質問'), '2は素数ですか?');
    await userEvent.click(form.getByRole('button', { name: '「はい」と「いいえ」' }));
    await userEvent.click(form.getAllByRole('checkbox', { name: '正解' })[0] as HTMLElement);
    await userEvent.selectOptions(form.getByLabelText('時間'), '30秒');
    await userEvent.click(form.getByRole('button', { name: '開始する' }));
    await waitFor(() => expect(network.calls(openClassroomPoll)).toHaveLength(1));
    expect(network.calls(createClassroomPoll)[0]?.body).toEqual({
      kind: 'single',
      question: '2は素数ですか?',
      options: ['はい', 'いいえ'],
      correct: [0],
      isNamed: false,
      seconds: 30,
    });
  });

  it('names what is missing at the field', async () => {
    const { network } = setUp('host', [], 'tool');
    await userEvent.click(await (await openDialog()).findByRole('button', { name: 'アンケートを作る' }));
    const form = within(await screen.findByRole('dialog', { name: 'アンケートを作る' }));
    await userEvent.click(form.getByRole('button', { name: '開始する' }));
    expect(await form.findByText('質問を入力してください。')).toBeVisible();
    expect(await form.findByText('選択肢を2個以上入力してください。')).toBeVisible();
    expect(network.calls(createClassroomPoll)).toHaveLength(0);
    await userEvent.type(form.getByRole('textbox', { name: '選択肢1' }), '太陽');
    expect(form.queryByText('選択肢を2個以上入力してください。')).toBeNull();
  });

  it('follows the answers while the poll is open, and shows the results to all', async () => {
    const { network, change } = setUp('host', [aPoll({ results: { counts: [0, 0, 0], texts: [] } })], 'tool');
    const dialog = await openDialog();
    expect(await dialog.findByText('0人が回答')).toBeVisible();
    const answered = aPoll({ answerCount: 2, results: { counts: [1, 1, 0], texts: [] } });
    network.answer(listClassroomPolls, { items: [answered], serverTime: inMinutes(0) });
    change({ answerCount: 2 });
    expect(await dialog.findByText('2人が回答')).toBeVisible();
    expect(dialog.getAllByText('1人(50%)')).toHaveLength(2);
    network.answer(updateClassroomPollResults, { ...answered, state: 'closed', isShown: true });
    await userEvent.click(dialog.getByRole('button', { name: '締め切って結果を公開' }));
    await waitFor(() => expect(network.calls(updateClassroomPollResults)[0]?.body).toEqual({ isShown: true }));
  });

  it('opens no second poll beside an open one', async () => {
    setUp('host', [aPoll({ id: 'pol_2', state: 'draft', openedAt: null }), aPoll()], 'tool');
    expect(await (await openDialog()).findByRole('button', { name: '開始する' })).toBeDisabled();
  });
});

it('the file has no name of an anonymous poll, and no formula', () => {
  const polls = [
    aPoll({ correct: [0] }),
    aPoll({ id: 'pol_2', kind: 'text', options: [], isNamed: true, question: '感想' }),
  ];
  const { name, text } = pollsFile({ name: '星の一生', startAt: '2026-11-21T09:00:00.000Z' }, polls, [
    { pollId: 'pol_1', choices: [0], text: '', nickname: null, answeredAt: null },
    { pollId: 'pol_2', choices: [], text: '=1+1', nickname: '森 拓海', answeredAt: '2026-11-21T09:10:00.000Z' },
    { pollId: 'pol_2', choices: [], text: 'よかった', nickname: null, answeredAt: null },
  ]);
  expect(name).toMatch(/^アンケート_星の一生_2026-11-21\.csv$/);
  expect(text).toContain('いちばん近い恒星は?,1つ選ぶ,匿名,太陽,正解,');
  expect(text).toContain('感想,短い文で答える,森 拓海,');
  expect(text).not.toMatch(/,=1/);
  expect(text).toContain('感想,短い文で答える,表示されません,よかった,,');
});
