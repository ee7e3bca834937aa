import { openIdentityDocument } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen } from '@testing-library/react';

import { DocumentFigure } from './document-figure';

const aDocument = { id: 'upl_1', isPdf: false, submittedAt: '2026-11-21T08:00:00.000Z' };

function setUp() {
  const network = new FakeNetwork().answer(openIdentityDocument, {
    url: '/v1/staff/identity_documents/upl_1?signature=s',
    expiresAt: '2026-11-21T10:01:00.000Z',
  });
  return renderWithApp(<DocumentFigure document={aDocument} name="書類 1" />, {
    network,
    me: aMe('adult', { role: 'staff' }),
  });
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('records the view of a document once when its case stays open', async () => {
  const { network } = setUp();
  await pass(300);
  expect(screen.getByRole('img', { name: '書類 1' })).toBeInTheDocument();
  expect(network.calls(openIdentityDocument)).toHaveLength(1);
});

it('records no view when the reviewer moves on at once', async () => {
  const { network, unmount } = setUp();
  await pass(200);
  unmount();
  await pass(1000);
  expect(network.calls(openIdentityDocument)).toEqual([]);
});
