import {
  DeliveryListRequest,
  DeliveryListResponse,
  DeliveryRef,
  DeliveryResponse,
  WebhookCreateRequest,
  WebhookListResponse,
  WebhookRef,
  WebhookResponse,
  WebhookSecretResponse,
  WebhookUpdateRequest,
} from '#shared/webhooks.ts'
import { once } from '#server/http/idempotency.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { whereGiven } from '#server/procedure/confirmed.ts'
import { listDeliveries, redeliver, testWebhook } from '#server/webhooks/deliveries.ts'
import { createWebhook, listWebhooks, removeWebhook, rotateWebhookSecret, updateWebhook, webhookOf } from '#server/webhooks/service.ts'

// The right must hold in all stores of a webhook, so the service checks it again. Addresses may contain a secret and are not recorded.
const recorded = ['name', 'format', 'events', 'storeIds', 'active']

export const webhookProcedures = router({
  list: procedure('GET /webhooks', 'webhooks.manage', {
    summary: 'List webhooks',
    description: 'Answers the webhooks that tell only of stores in which the caller may change settings. Secrets are never shown again.',
  })
    .output(WebhookListResponse)
    .query(async ({ ctx }) => ({ webhooks: await listWebhooks(ctx.deps, ctx.viewer) })),
  get: procedure('GET /webhooks/{id}', 'webhooks.manage', {
    summary: 'Get a webhook',
    description: 'Answers one webhook, with since when its address fails.',
    fails: ['NOT_FOUND'],
  })
    .input(WebhookRef)
    .output(WebhookResponse)
    .query(async ({ ctx, input }) => ({ webhook: await webhookOf(ctx.deps, ctx.viewer, input.id) })),
  create: procedure('POST /webhooks', 'webhooks.manage', {
    summary: 'Create a webhook',
    description:
      'Tells a public https address of events, as Standard Webhooks describes. The secret, which verifies the signatures, is in this answer and nowhere else.',
    fails: ['NOT_FOUND', 'NAME_TAKEN', 'CONFLICT'],
    isOnce: true,
    status: 201,
    location: { of: 'webhook', at: '/webhooks/{id}' },
    recorded,
    sensitive: true,
    makes: 'webhook',
  })
    .input(WebhookCreateRequest)
    .output(WebhookSecretResponse)
    .mutation((call) => once(call, ({ ctx, input }) => createWebhook(ctx.deps, ctx.viewer, input))),
  update: procedure('PUT /webhooks/{id}', 'webhooks.manage', {
    summary: 'Update a webhook',
    description: 'Changes the fields that are given; the others stay. With a store that is left out go the deliveries about it.',
    fails: ['NOT_FOUND', 'NAME_TAKEN'],
    recorded,
    sensitive: whereGiven('url'),
  })
    .input(WebhookUpdateRequest)
    .output(WebhookResponse)
    .mutation(async ({ ctx, input }) => ({ webhook: await updateWebhook(ctx.deps, ctx.viewer, input) })),
  rotateSecret: procedure('POST /webhooks/{id}/secret', 'webhooks.manage', {
    summary: "Replace a webhook's secret",
    description:
      'Makes a new secret, which is in this answer and nowhere else. For a day, each delivery is signed with both, so that its receiver can change over.',
    fails: ['NOT_FOUND'],
    isOnce: true,
    status: 201,
    location: { of: 'webhook', at: '/webhooks/{id}' },
    sensitive: true,
  })
    .input(WebhookRef)
    .output(WebhookSecretResponse)
    .mutation((call) => once(call, ({ ctx, input }) => rotateWebhookSecret(ctx.deps, ctx.viewer, input.id))),
  remove: procedure('DELETE /webhooks/{id}', 'webhooks.manage', {
    summary: 'Delete a webhook',
    description: 'Deletes a webhook with its deliveries, and answers which one it was.',
    fails: ['NOT_FOUND'],
  })
    .input(WebhookRef)
    .output(WebhookResponse)
    .mutation(async ({ ctx, input }) => {
      const webhook = await removeWebhook(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = webhook.name
      return { webhook }
    }),
  test: procedure('POST /webhooks/{id}/test', 'webhooks.manage', {
    summary: 'Test a webhook',
    description: 'Sends an event of the type webhook.test at once, and answers how that went. It is not repeated.',
    fails: ['NOT_FOUND'],
    callsOut: true,
  })
    .input(WebhookRef)
    .output(DeliveryResponse)
    .mutation(async ({ ctx, input }) => ({ delivery: await testWebhook(ctx.deps, ctx.viewer, input.id) })),
  deliveries: procedure('GET /webhooks/{id}/deliveries', 'webhooks.manage', {
    summary: "List a webhook's deliveries",
    description: 'Answers one page of what was sent or is waiting, newest first, with the end of the last attempt of each.',
    fails: ['NOT_FOUND', 'INVALID_CURSOR'],
    alsoOnTop: ['nextCursor'],
  })
    .input(DeliveryListRequest)
    .output(DeliveryListResponse)
    .query(({ ctx, input }) => listDeliveries(ctx.deps, ctx.viewer, input)),
  redeliver: procedure('POST /webhooks/{id}/deliveries/{deliveryId}/redeliver', 'webhooks.manage', {
    summary: 'Send a delivery again',
    description: 'Puts a delivery that has ended into the queue again, with the same webhook-id.',
    fails: ['NOT_FOUND', 'CONFLICT'],
    recorded: ['deliveryId'],
  })
    .input(DeliveryRef)
    .output(DeliveryResponse)
    .mutation(async ({ ctx, input }) => ({ delivery: await redeliver(ctx.deps, ctx.viewer, input.id, input.deliveryId) })),
})
