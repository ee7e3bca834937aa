import type { ListedSeries, SeriesDate, SeriesDetail, SeriesTicket } from '../contract/series';
import { aClassroom, aUser } from './builders';

/** A date of a series that starts in an hour. */
export const aSeriesDate = (changes: Partial<SeriesDate> = {}): SeriesDate => ({
  number: 1,
  classroom: aClassroom(),
  ticket: null,
  progress: null,
  isLater: false,
  ...changes,
});

/** The ticket of a paid event as a date of a series, on sale. */
export const aSeriesTicket = (changes: Partial<SeriesTicket> = {}): SeriesTicket => ({
  eventId: 'evt_0001',
  ticketTypeId: 'tkt_0001',
  name: '一般',
  price: 1500,
  taxRate: 10,
  state: 'on_sale',
  ...changes,
});

/** A series of two dates ahead, as anonymous viewers see it. */
export const aSeries = (changes: Partial<SeriesDetail> = {}): SeriesDetail => ({
  id: 'srs_stars',
  title: '星を学ぶ4週間',
  description: '',
  categoryId: 'cat_0001',
  discountPercent: 0,
  host: aUser(),
  isHost: false,
  myAccess: changes.isHost ? { isOwner: true, roles: [] } : null,
  isHidden: false,
  endedAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  dates: [aSeriesDate(), aSeriesDate({ number: 2 })],
  progress: null,
  ...changes,
});

/** A series in a list, with four dates ahead. */
export const aListedSeries = (changes: Partial<ListedSeries> = {}): ListedSeries => ({
  id: 'srs_stars',
  title: '星を学ぶ4週間',
  dateCount: 4,
  endedCount: 0,
  isLive: false,
  nextStartAt: '2026-12-01T10:00:00.000Z',
  endedAt: null,
  host: aUser(),
  ...changes,
});
