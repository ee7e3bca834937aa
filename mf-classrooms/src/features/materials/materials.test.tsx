import type { Material } from '@manabiba/shared/contract/classroom-materials';
import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { livePaths, type PresentationDoc } from '@manabiba/shared/contract/room-documents';
import {
  createClassroomMaterial,
  deleteClassroomMaterial,
  listArchiveMaterials,
  listClassroomMaterials,
  presentMaterial,
  stopPresentation,
  updateClassroomMaterial,
} from '@manabiba/shared/data/endpoints';
import { aClassroomDetail, aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

import { aRoom } from '../../core/testing/room-builders';
import { ArchiveMaterials } from './archive-materials';
import { ClassMaterials, EventMaterials } from './class-materials';
import type { OpenPdf } from './pdf/pdf-file';
import { Presentation } from './presentation';
import { RoomMaterials } from './room-materials';

beforeAll(() => import('@manabiba/shared/realtime/open-port'));
beforeEach(() => {
  // jsdom has no layout.
  for (const side of ['clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 400 });
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(() => {
  for (const side of ['clientWidth', 'clientHeight']) Reflect.deleteProperty(HTMLElement.prototype, side);
});

const ID = 'cls_live';
const pdf: Material = {
  id: 'mat_pdf',
  kind: 'pdf',
  title: '星の一生',
  url: '/v1/classroom_materials/mat_pdf/file',
  size: 1_500_000,
  addedAt: inMinutes(-5),
};
const link: Material = {
  ...pdf,
  id: 'mat_link',
  kind: 'link',
  title: '星図',
  url: 'https://stars.example/map',
  size: null,
};
/** A file of three pages, each with its number as its words. PDF.js draws on canvases, which jsdom has not. */
const openThree: OpenPdf = () =>
  Promise.resolve({
    pageCount: 3,
    draw: () => ({ canvas: Promise.resolve(document.createElement('canvas')), cancel: () => undefined }),
    textOf: (page) => Promise.resolve(`ことば${page}`),
    close: () => undefined,
  });
const openNone: OpenPdf = () => Promise.reject(new Error('broken'));

let users = 0;
const aPerson = () => aMe('adult', { id: `usr_material_${(users += 1)}` });

describe('on the page of a class', () => {
  function setUp(given: { canRead?: boolean; items?: Material[]; role?: RoomRole | null; total?: number } = {}) {
    const { canRead = true, items = [pdf, link], role = null, total = items.length } = given;
    const network = new FakeNetwork().answer(listClassroomMaterials, { items, total, canRead });
    const classroom = aClassroomDetail({ id: ID, myRole: role });
    renderWithApp(<ClassMaterials classroom={classroom} classroomKey={undefined} />, { me: aPerson(), network });
    return network;
  }

  it('lists files and links for who may read them, without tools', async () => {
    setUp();
    const part = within(await screen.findByRole('region', { name: '資料 2件' }));
    expect(part.getByRole('link', { name: /星図/ })).toHaveAttribute('href', link.url);
    expect(part.getByRole('link', { name: '「星の一生」を保存' })).toHaveAttribute('href', pdf.url);
    expect(part.getByText('PDF・1.4MB')).toBeVisible();
    expect(part.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['星の一生']);
  });

  it('says how to read them to everybody else', async () => {
    setUp({ canRead: false, items: [], total: 2 });
    expect(await screen.findByText('予約すると、始まる前から見られます。')).toBeVisible();
  });

  it('shows nothing where there is nothing, except to the host', async () => {
    const network = setUp({ items: [] });
    await waitFor(() => expect(network.calls(listClassroomMaterials)).toHaveLength(1));
    expect(screen.queryByRole('region', { name: /^資料/ })).not.toBeInTheDocument();
    setUp({ items: [], role: 'host' });
    expect(await screen.findByRole('button', { name: 'ファイルを追加' })).toBeVisible();
  });

  it('adds a link, and keeps what was typed when it is refused', async () => {
    const network = setUp({ role: 'host' });
    network.refuse(createClassroomMaterial, 'conflict');
    await userEvent.click(await screen.findByRole('button', { name: 'リンクを追加' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'リンクを追加' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'URL' }), link.url);
    await userEvent.type(dialog.getByRole('textbox', { name: '名前' }), '星図');
    await userEvent.click(dialog.getByRole('button', { name: '追加する' }));
    expect(await dialog.findByRole('alert')).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'URL' })).toHaveValue(link.url);
    network.answer(createClassroomMaterial, link);
    await userEvent.click(dialog.getByRole('button', { name: '追加する' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(network.calls(createClassroomMaterial).at(-1)?.body).toEqual({ kind: 'link', title: '星図', url: link.url });
  });

  it('refuses a file of more than 20 MB before it is sent', async () => {
    setUp({ role: 'co_host' });
    const file = new File([''], '大きい.pdf', { type: 'application/pdf' });
    Object.defineProperty(file, 'size', { value: 20 * 1024 * 1024 + 1 });
    await userEvent.upload(await screen.findByLabelText('ファイルを選ぶ'), file);
    expect(await screen.findByText('「大きい.pdf」は20MBを超えています。')).toBeVisible();
  });

  it('renames, and asks before it deletes', async () => {
    const network = setUp({ role: 'host' });
    network.answer(updateClassroomMaterial, { ...link, title: '夏の星図' }).answer(deleteClassroomMaterial, undefined);
    const choose = async (name: string) => {
      await userEvent.click(await screen.findByRole('button', { name: '「星図」の操作' }));
      await userEvent.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('名前を変える');
    await userEvent.type(await screen.findByRole('textbox', { name: '名前' }), '2');
    await userEvent.click(screen.getByRole('button', { name: '変更する' }));
    await waitFor(() => expect(network.calls(updateClassroomMaterial)[0]?.body).toEqual({ title: '星図2' }));
    await choose('削除する');
    const dialog = within(await screen.findByRole('dialog', { name: '「星図」を削除しますか' }));
    expect(network.calls(deleteClassroomMaterial)).toHaveLength(0);
    await userEvent.click(dialog.getByRole('button', { name: '削除する' }));
    await waitFor(() => expect(network.calls(deleteClassroomMaterial)).toHaveLength(1));
  });
});

describe('on the page of an event', () => {
  it.each([
    [false, 'チケットをお持ちの方が見られます。'],
    [true, '参加した方が見られます。'],
  ])('says who reads them, when it has ended: %s', async (hasEnded, sentence) => {
    const network = new FakeNetwork().answer(listClassroomMaterials, { items: [], total: 3, canRead: false });
    renderWithApp(<EventMaterials classroomId={ID} leads={false} hasEnded={hasEnded} />, { me: aPerson(), network });
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(network.calls(listClassroomMaterials)[0]?.params).toEqual({ id: ID });
  });

  it('lets the organizer add some', async () => {
    const network = new FakeNetwork().answer(listClassroomMaterials, { items: [], total: 0, canRead: true });
    renderWithApp(<EventMaterials classroomId={ID} leads hasEnded={false} />, { me: aPerson(), network });
    expect(await screen.findByRole('button', { name: 'ファイルを追加' })).toBeVisible();
  });
});

describe('in the room', () => {
  function setUp(role: RoomRole, open: OpenPdf = openThree) {
    const live = new FakeLive().install().set(livePaths.room(ID), aRoom({ id: ID, materialCount: 1 }));
    const network = new FakeNetwork().answer(listClassroomMaterials, { items: [pdf], total: 1, canRead: true });
    const classroom = aClassroomDetail({ id: ID, state: 'live' });
    renderWithApp(<RoomMaterials {...{ classroom, role, open }} classroomKey={undefined} />, {
      me: aPerson(),
      network,
    });
    return { live, network };
  }

  it('shows what somebody has just added', async () => {
    const { live, network } = setUp('listener');
    expect(await screen.findByRole('button', { name: '星の一生' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'ステージに表示' })).not.toBeInTheDocument();
    network.answer(listClassroomMaterials, { items: [pdf, link], total: 2, canRead: true });
    act(() => void live.set(livePaths.room(ID), aRoom({ id: ID, materialCount: 2 })));
    expect(await screen.findByRole('link', { name: /星図/ })).toBeVisible();
  });

  it('puts the first page of a PDF on the stage, with its words', async () => {
    const { network } = setUp('co_host');
    network.answer(presentMaterial, undefined);
    await userEvent.click(await screen.findByRole('button', { name: 'ステージに表示' }));
    await waitFor(() =>
      expect(network.calls(presentMaterial)[0]?.body).toEqual({
        materialId: pdf.id,
        page: 1,
        pageCount: 3,
        mayLookAhead: false,
        text: 'ことば1',
      }),
    );
  });

  it('says that a PDF cannot be opened', async () => {
    const { network } = setUp('host', openNone);
    await userEvent.click(await screen.findByRole('button', { name: 'ステージに表示' }));
    expect(await screen.findByText(/このPDFを開けませんでした。/)).toBeVisible();
    expect(network.calls(presentMaterial)).toHaveLength(0);
  });
});

describe('on the stage', () => {
  const me = aPerson();
  function setUp(given: Partial<PresentationDoc> & { role?: RoomRole; open?: OpenPdf } = {}) {
    const { role = 'listener', open = openThree, ...changes } = given;
    const network = new FakeNetwork().answer(presentMaterial, undefined).answer(stopPresentation, undefined);
    let show: (changes: Partial<PresentationDoc>) => void = () => undefined;
    const shown: PresentationDoc = {
      materialId: pdf.id,
      title: pdf.title,
      presenterId: 'usr_host',
      page: 1,
      pageCount: 3,
      mayLookAhead: false,
      ...changes,
    };
    function Stage() {
      const [presentation, setPresentation] = useState(shown);
      show = (next) => setPresentation((known) => ({ ...known, ...next }));
      return <Presentation {...{ presentation, role, open }} classroom={aClassroomDetail({ id: ID })} media={null} />;
    }
    renderWithApp(<Stage />, { me, network });
    return { network, show: (next: Partial<PresentationDoc>) => act(() => show(next)) };
  }
  const page = (number: number) => screen.findByRole('img', { name: `星の一生 ${number}ページ` });
  const button = (name: string) => screen.getByRole('button', { name });

  it('follows the presenter, with the words of the page for screen readers', async () => {
    const { show } = setUp();
    await page(1);
    expect(await screen.findByText('ことば1')).toBeInTheDocument();
    show({ page: 2 });
    await page(2);
    expect(await screen.findByText('ことば2')).toBeInTheDocument();
    expect(button('次のページ')).toBeDisabled();
    expect(screen.queryByRole('button', { name: '資料の表示を終える' })).not.toBeInTheDocument();
  });

  it('lets a reader look back, ahead where that is allowed, and return', async () => {
    const { show, network } = setUp({ page: 2 });
    await page(2);
    await userEvent.click(button('前のページ'));
    await page(1);
    await userEvent.click(button('2ページに戻る'));
    await page(2);
    show({ mayLookAhead: true });
    await userEvent.click(button('次のページ'));
    await page(3);
    show({ mayLookAhead: false });
    await page(2);
    expect(network.calls(presentMaterial)).toHaveLength(0);
  });

  it('turns for everybody, by keys too, and sends only the last of several turns in a hurry', async () => {
    const { network } = setUp({ presenterId: me.id, role: 'host' });
    const release = network.hold(presentMaterial);
    await page(1);
    screen.getByRole('region', { name: '表示中の資料 星の一生' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(network.calls(presentMaterial)).toHaveLength(1));
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowRight}');
    await page(3);
    release(undefined);
    await waitFor(() =>
      expect(network.calls(presentMaterial).map(({ body }) => body)).toMatchObject([
        { page: 2, text: 'ことば2' },
        { page: 3, text: 'ことば3', mayLookAhead: false },
      ]),
    );
  });

  it('goes back to the page of everybody when a turn is refused', async () => {
    const { network } = setUp({ presenterId: me.id, role: 'host' });
    await page(1);
    network.refuse(presentMaterial, 'ended');
    await userEvent.click(button('次のページ'));
    await waitFor(() => expect(network.calls(presentMaterial)).toHaveLength(1));
    await page(1);
  });

  it('lets the presenter allow looking ahead, and every host end it', async () => {
    const { network } = setUp({ presenterId: me.id, role: 'host' });
    await page(1);
    await userEvent.click(button('参加者が先のページを見られるようにする'));
    await waitFor(() => expect(network.calls(presentMaterial)[0]?.body).toMatchObject({ page: 1, mayLookAhead: true }));
    await userEvent.click(button('資料の表示を終える'));
    await waitFor(() => expect(network.calls(stopPresentation)).toHaveLength(1));
  });

  it('offers another try for a file that could not be read', async () => {
    setUp({ open: openNone });
    expect(await screen.findByText('資料を表示できませんでした。')).toBeVisible();
    expect(button('もう一度試す')).toBeVisible();
  });
});

describe('in the archive', () => {
  it('finds a page by its words and plays from there', async () => {
    const played: number[] = [];
    const player = { seek: (at: number) => played.push(at), play: () => undefined };
    const of = (page: number, text: string) => ({ at: page * 60, materialId: pdf.id, title: pdf.title, page, text });
    const network = new FakeNetwork().answer(listArchiveMaterials, {
      items: [pdf],
      pages: [of(1, 'はじめに'), of(2, '超新星\n爆発')],
    });
    renderWithApp(<ArchiveMaterials archiveId="arc_1" player={player as never} />, { me: aPerson(), network });
    await userEvent.type(await screen.findByRole('searchbox', { name: '表示したページの中をさがす' }), '爆発');
    expect(screen.getByText('1件')).toHaveRole('status');
    await userEvent.click(within(screen.getByRole('list', { name: '表示したページ' })).getByRole('button'));
    expect(played).toEqual([120]);
  });
});
