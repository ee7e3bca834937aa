import type { Archive } from '@manabiba/shared/contract/archives';
import type { APIRequestContext, Page } from '@playwright/test';

import { ApiPerson } from '../fixtures/api-person';
import { demoArchives } from '../fixtures/archives/demo-archives';
import { checkoutPath, guestTicketPath, purchaseRequestPath } from '../fixtures/purchases';
import { sharedProduct } from '../fixtures/running-product';
import { aSeriesAndACertificate } from '../fixtures/series';
import { settled } from '../fixtures/settled';

/** Public pages that the remotes render, besides those of single things. */
export const listsOfRemotes = [
  '/',
  '/classrooms',
  '/classrooms?state=ended',
  '/archives',
  '/events',
  '/events?view=month',
  '/professionals',
  '/plans',
];
const open = [
  ...listsOfRemotes,
  '/signin',
  '/signin?tab=signup',
  '/reset_password',
  '/verify_email',
  '/guardian_consent',
  '/aud/terms_of_use',
  '/privacy_policy',
  '/law',
  '/brand_assets',
  '/status/seats',
  '/no/such/page',
  '/classrooms/cls_missing',
  '/events/evt_missing',
];
const own = [
  '/',
  '/classrooms',
  '/events',
  '/settings',
  '/tickets',
  '/settings#card',
  '/plans',
  '/settings#notifications',
  '/plans/confirm?plan=plan_standard',
  '/profile_settings',
  '/settings#theme',
  '/me/classrooms',
  '/me/classrooms/figures',
  '/me/classrooms/series',
  '/settings#webhooks',
  '/org/settings',
  '/org/events',
  '/org/events?stage=draft',
  '/org/events?create=1',
  '/notifications',
];

/** What `npm test` opens of all these pages; the full run opens the others, too. */
const main = [
  '/',
  '/classrooms',
  '/events',
  '/archives',
  '/signin',
  '/settings',
  '/notifications',
  '/staff/reports',
  /^\/classrooms\/(?!cls_missing)/,
  /^\/events\/(?!evt_missing)[^/]+(\/checkout|$)/,
];
export const isMainPage = (path: string) =>
  main.some((known) => (typeof known === 'string' ? known === path : known.test(path)));

/** Paths of all pages that visitors can see, including one of each kind of classroom. */
export async function pagesForAnyone(request: APIRequestContext): Promise<string[]> {
  return [...open, ...(await pagesOfThings(request)), ...(await pagesOfPurchases()), ...(await pagesOfSeries())];
}

/** Paths of the additional pages of a professional. */
export async function pagesForProfessional(request: APIRequestContext): Promise<string[]> {
  return [...own, ...(await pagesOfOrganizer()), ...(await pagesOfThings(request))];
}

/** The organizer's pages of an event, the team of a series, and its checkout, where its host buys nothing. */
export async function pagesOfOrganizer(): Promise<string[]> {
  const host = await ApiPerson.demo(sharedProduct.url, 'host');
  const { items } = await host.must('GET', '/org/events?stage=public&limit=1');
  const event = `/events/${items[0].id}`;
  const { items: hosted } = await host.must('GET', '/me/series?limit=1');
  return [
    `${event}/edit`,
    `${event}/edit?tab=participants`,
    `${event}/edit?tab=edit`,
    `${event}?preview=1`,
    `/series/${hosted[0].id}/team`,
    `/series/${hosted[0].id}/checkout`,
  ];
}

/** Paths of the additional pages of staff. */
export const pagesForStaff = [
  '/status',
  '/status/analytics',
  '/staff',
  '/staff/reports',
  '/staff/events',
  '/staff/money',
  '/staff/people',
  '/staff/schools',
  '/staff/deliveries',
  '/staff/announcements',
  '/staff/teams',
  '/staff/audit',
];

let purchases: Promise<string[]> | undefined;
/**
 * Pages for a payment, a guest ticket and a guardian's consent request, created once per worker because they take
 * seats.
 */
export const pagesOfPurchases = () =>
  (purchases ??= Promise.all(
    [checkoutPath, guestTicketPath, purchaseRequestPath].map((pathOf) => pathOf(sharedProduct)),
  ));

let series: Promise<string[]> | undefined;
/** A series and a certificate, created once per worker. */
const pagesOfSeries = () =>
  (series ??= aSeriesAndACertificate(sharedProduct.url).then(({ series: id, code }) => [
    `/series/${id}`,
    `/certificates/${code}`,
  ]));

/** Pages of a classroom in every state, an event, a profile, archives and a category. */
export async function pagesOfThings(request: APIRequestContext): Promise<string[]> {
  const firstOf = async <T>(path: string): Promise<T> => {
    const { items } = (await (await request.get(path)).json()) as { items: T[] };
    const [first] = items;
    if (!first) throw new Error(`The demo has nothing at ${path}`);
    return first;
  };
  const classrooms = await Promise.all(
    ['live', 'scheduled', 'ended', 'cancelled'].map((state) =>
      firstOf<{ id: string; host: { id: string } }>(`/v1/classrooms?state=${state}&limit=1`),
    ),
  );
  const event = await firstOf<{ id: string }>('/v1/events?limit=1');
  const archives = await demoArchives(request);
  return [
    ...classrooms.map(({ id }) => `/classrooms/${id}`),
    `/events/${event.id}`,
    `/users/${classrooms[0]?.host.id}`,
    ...onePerAccess(archives).map(({ id }) => `/archives/${id}`),
    `/categories/${archives[0]?.categoryId}`,
  ];
}

/** A public archive, and one that requires a plan. */
const onePerAccess = (archives: readonly Archive[]) =>
  (['public', 'subscriber'] as const).flatMap((access) => archives.find((each) => each.access === access) ?? []);

/** Opens a page and waits until it has loaded completely. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
}
