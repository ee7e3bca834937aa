import type { Stripe } from 'stripe';

import { route } from '../http/route';
import { clearable, hash, list, metadata, params, text } from '../params/rules';
import { address, email, id, phone, shipping } from '../params/shared-rules';
import { listPage, PAGE, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { activeCustomer, createCustomer, deleteCustomer, deletedForm, isDeleted, updateCustomer } from './customers';

const shape = {
  address: clearable(address),
  description: clearable(text()),
  email: clearable(email),
  invoice_settings: hash<Stripe.CustomerCreateParams.InvoiceSettings>({ default_payment_method: clearable(id) }),
  metadata,
  name: clearable(text({ max: 256 })),
  phone,
  preferred_locales: list(text({ max: 20 }), { max: 20 }),
  shipping: clearable(shipping),
};

export const customerRoutes = [
  route({
    method: 'POST',
    path: '/v1/customers',
    params: params<Stripe.CustomerCreateParams>({ ...shape, payment_method: id, test_clock: id }),
    handle: ({ work, params: given }) => createCustomer(work, given),
  }),
  route({
    method: 'GET',
    path: '/v1/customers',
    params: params<PageParams & { email?: string; test_clock?: string }>({
      ...PAGE_BY_CREATED,
      email: text(),
      test_clock: id,
    }),
    // Customers on a test clock are listed only when filtering by that clock.
    handle: ({ work, params: given }) =>
      listPage(work, 'customer', '/v1/customers', given, {
        email: given.email,
        test_clock: given.test_clock,
        isListed: given.test_clock === undefined ? true : undefined,
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id',
    params: params<object>({}),
    handle: async ({ work, id: customerId }) => {
      const customer = await work.get('customer', customerId);
      return isDeleted(customer) ? deletedForm(customer) : customer;
    },
  }),
  route({
    method: 'POST',
    path: '/v1/customers/:id',
    params: params<Stripe.CustomerUpdateParams>(shape),
    handle: async ({ work, id: customerId, params: given }) =>
      updateCustomer(work, await activeCustomer(work, customerId, 'id'), given),
  }),
  route({
    method: 'DELETE',
    path: '/v1/customers/:id',
    params: params<object>({}),
    handle: ({ work, id: customerId }) => deleteCustomer(work, customerId),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: params<PageParams & { type?: string }>({ ...PAGE, type: text() }),
    handle: async ({ work, id: customerId, params: given }) => {
      const customer = await work.get('customer', customerId);
      return listPage(work, 'payment_method', `/v1/customers/${customer.id}/payment_methods`, given, {
        customer: customer.id,
        type: given.type,
      });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods/:id',
    params: params<object>({}),
    handle: async ({ work, id: customerId, childId }) => {
      const [customer, method] = [await work.get('customer', customerId), await work.find('payment_method', childId)];
      return method?.customer === customer.id ? method : work.get('payment_method', `${customerId}/${childId}`);
    },
  }),
];
