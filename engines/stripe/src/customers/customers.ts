import type { Stripe } from 'stripe';

import { emit, emitChange } from '../events/emit';
import { invalid, missing } from '../http/stripe-error';
import { cleared, mergedMetadata, wholeAddress } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';
import { attach } from './attach';
import { usableMethod } from './payment-methods';

type Customer = Kinds['customer'];

/** Returns a customer that can be charged. Throws 400 when it is deleted or unknown. */
export async function activeCustomer(work: Work, id: string, param = 'customer'): Promise<Customer> {
  const customer = await work.get('customer', id, param);
  if (isDeleted(customer))
    throw invalid(`No such customer: '${id}'; a deleted customer cannot be used.`, 'resource_missing', param);
  return customer;
}

export const isDeleted = (object: object): boolean => (object as { deleted?: boolean }).deleted === true;

/** Returns the work at the time of the customer's test clock, or of the engine. */
export async function atClockOf(work: Work, customerId: string | null | undefined): Promise<Work> {
  const customer = customerId ? await work.find('customer', customerId) : undefined;
  return customer?._clock ? work.settings.hooks.atClock(work, customer._clock) : work;
}

export async function createCustomer(work: Work, params: Stripe.CustomerCreateParams): Promise<Customer> {
  const clock = params.test_clock ?? null;
  const timed = clock ? await work.settings.hooks.atClock(work, clock) : work;
  const customer = timed.save<'customer'>({
    id: newId('cus'),
    object: 'customer',
    address: wholeAddress(params.address),
    balance: 0,
    created: timed.now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email ?? null,
    invoice_prefix: newId('x').slice(2, 10).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergedMetadata(null, params.metadata),
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: params.preferred_locales ?? [],
    shipping: shippingOf(params.shipping),
    tax_exempt: 'none',
    test_clock: clock,
    _clock: clock,
  });
  await emit(timed, 'customer.created', customer);
  if (params.payment_method) await attach(timed, await usableMethod(timed, params.payment_method), customer.id);
  const method = params.invoice_settings?.default_payment_method;
  if (method) await setDefaultMethod(timed, customer, method);
  return customer;
}

export async function updateCustomer(
  work: Work,
  customer: Customer,
  params: Stripe.CustomerUpdateParams,
): Promise<Customer> {
  const timed = await atClockOf(work, customer.id);
  const method = params.invoice_settings?.default_payment_method;
  if (method !== undefined) await setDefaultMethod(timed, customer, method);
  await emitChange<Customer>(timed, 'customer.updated', customer, {
    address: params.address === undefined ? customer.address : wholeAddress(params.address),
    description: cleared<string>(params.description, customer.description),
    email: cleared<string>(params.email, customer.email),
    metadata: mergedMetadata(customer.metadata, params.metadata),
    name: cleared<string>(params.name, customer.name),
    phone: cleared<string>(params.phone, customer.phone),
    preferred_locales: params.preferred_locales ?? customer.preferred_locales,
    shipping: params.shipping === undefined ? customer.shipping : shippingOf(params.shipping),
  });
  return customer;
}

/** Deletes a customer, of which only the id remains. Its subscriptions end at once. */
export async function deleteCustomer(work: Work, id: string): Promise<object> {
  const customer = await work.get('customer', id);
  if (isDeleted(customer)) throw missing('customer', id);
  const timed = await atClockOf(work, id);
  await timed.settings.hooks.customerDeleted(timed, customer);
  for (const method of await timed.list({ kind: 'payment_method', keys: [`customer:${id}`] })) {
    const attached = await timed.get('payment_method', method.id);
    timed.save<'payment_method'>(Object.assign(attached, { customer: null, _isSpent: true }));
  }
  await emit(timed, 'customer.deleted', customer);
  timed.save<'customer'>(Object.assign(customer, { deleted: true }));
  return deletedForm(customer);
}

export const deletedForm = ({ id, object }: { id: string; object: string }) => ({ id, object, deleted: true });

async function setDefaultMethod(work: Work, customer: Customer, methodId: string): Promise<void> {
  const param = 'invoice_settings[default_payment_method]';
  const method = methodId === '' ? null : await work.get('payment_method', methodId, param);
  if (method && method.customer !== customer.id)
    throw invalid(
      `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
      'resource_missing',
      param,
    );
  customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: method?.id ?? null };
  work.save(customer);
}

function shippingOf(given: Stripe.CustomerCreateParams['shipping']): Stripe.Customer['shipping'] {
  if (!given) return null;
  return {
    address: wholeAddress(given.address) ?? undefined,
    name: given.name,
    phone: given.phone || undefined,
  } as Stripe.Customer['shipping'];
}
