import type { Stripe } from 'stripe';

import { deletedForm } from '../customers/customers';
import { route } from '../http/route';
import { invalid } from '../http/stripe-error';
import { bool, clearable, list, metadata, params, required, text } from '../params/rules';
import { url } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId, newSigningSecret } from '../work/ids';
import { listPage, PAGE, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { visible } from '../work/render';

/** An event type, or a wildcard: charge.* */
const eventType = text({ max: 100, pattern: /^(\*|[a-z_]+(\.[a-z_]+)*(\.\*)?)$/ });
const enabledEvents = list(eventType, { max: 300 });
const endpointShape = { description: clearable(text()), enabled_events: enabledEvents, metadata, url };

export const eventRoutes = [
  route({
    method: 'GET',
    path: '/v1/events',
    params: params<PageParams & { type?: string; types?: string[] }>({
      ...PAGE_BY_CREATED,
      type: eventType,
      types: list(eventType, { max: 20 }),
    }),
    handle: ({ work, params: { type, types, ...page } }) => {
      if (types !== undefined && (type !== undefined || types.length !== 1))
        throw invalid('This engine filters events by one type.', undefined, 'types');
      return listPage(work, 'event', '/v1/events', page, { type: type ?? types?.[0] });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/events/:id',
    params: params<object>({}),
    handle: ({ work, id }) => work.get('event', id),
  }),
];

export const webhookEndpointRoutes = [
  route({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: params<Stripe.WebhookEndpointCreateParams>({
      ...endpointShape,
      api_version: text({ max: 40 }),
      connect: bool,
      enabled_events: required(enabledEvents),
      url: required(url),
    }),
    handle: async ({ work, params: given }) => {
      const secret = newSigningSecret();
      const endpoint = work.save<'webhook_endpoint'>({
        id: newId('we'),
        object: 'webhook_endpoint',
        api_version: given.api_version ?? null,
        application: null,
        created: work.now,
        description: given.description || null,
        enabled_events: given.enabled_events,
        livemode: false,
        metadata: mergedMetadata(null, given.metadata),
        status: 'enabled',
        url: given.url,
        _isConnect: given.connect ?? false,
        _secret: secret,
      });
      // The secret is returned only here.
      return { ...visible(endpoint), secret };
    },
  }),
  route({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: params<PageParams>(PAGE),
    handle: ({ work, params: given }) => listPage(work, 'webhook_endpoint', '/v1/webhook_endpoints', given),
  }),
  route({
    method: 'GET',
    path: '/v1/webhook_endpoints/:id',
    params: params<object>({}),
    handle: ({ work, id }) => work.get('webhook_endpoint', id),
  }),
  route({
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: params<Stripe.WebhookEndpointUpdateParams>({ ...endpointShape, disabled: bool }),
    handle: async ({ work, id, params: given }) => {
      const endpoint = await work.get('webhook_endpoint', id);
      return work.save<'webhook_endpoint'>(
        Object.assign(endpoint, {
          description: given.description === undefined ? endpoint.description : given.description || null,
          enabled_events: given.enabled_events ?? endpoint.enabled_events,
          metadata: mergedMetadata(endpoint.metadata, given.metadata),
          url: given.url ?? endpoint.url,
          ...(given.disabled === undefined ? {} : { status: given.disabled ? 'disabled' : 'enabled' }),
        }),
      );
    },
  }),
  route({
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: params<object>({}),
    handle: async ({ work, id }) => {
      const endpoint = await work.get('webhook_endpoint', id);
      work.remove(endpoint);
      return deletedForm(endpoint);
    },
  }),
];
