import {
  DestinationCreateRequest,
  DestinationListResponse,
  DestinationRef,
  DestinationResponse,
  DestinationTestResponse,
  DestinationUpdateRequest,
} from '#shared/destinations.ts'
import {
  createDestination,
  getDestination,
  listDestinations,
  removeDestination,
  testDestination,
  updateDestination,
} from '#server/destinations/service.ts'
import { once } from '#server/http/idempotency.ts'
import { procedure, router } from '#server/procedure/builder.ts'

// Addresses may contain a secret and are not recorded.
const recorded = ['name', 'kind']

export const destinationProcedures = router({
  list: procedure('GET /destinations', 'destinations.use', {
    summary: 'List destinations',
    description: 'Answers the places that finished files can be delivered to, by name. Settings are only for those who may change them.',
  })
    .output(DestinationListResponse)
    .query(async ({ ctx }) => ({ destinations: await listDestinations(ctx.deps, ctx.viewer) })),
  get: procedure('GET /destinations/{id}', 'destinations.use', {
    summary: 'Get a destination',
    description: 'Answers one destination. Secrets are never shown.',
    fails: ['NOT_FOUND'],
  })
    .input(DestinationRef)
    .output(DestinationResponse)
    .query(async ({ ctx, input }) => ({ destination: await getDestination(ctx.deps, ctx.viewer, input.id) })),
  create: procedure('POST /destinations', 'destinations.manage', {
    summary: 'Create a destination',
    description: 'Saves a bucket, a server with SFTP, mail addresses, a web address or a spreadsheet that files can be delivered to.',
    fails: ['NAME_TAKEN', 'CONFLICT'],
    isOnce: true,
    status: 201,
    location: { of: 'destination', at: '/destinations/{id}' },
    recorded,
    sensitive: true,
    makes: 'destination',
  })
    .input(DestinationCreateRequest)
    .output(DestinationResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ destination: await createDestination(ctx.deps, input) }))),
  update: procedure('PUT /destinations/{id}', 'destinations.manage', {
    summary: 'Update a destination',
    description: 'Replaces name and settings. Secrets that are left out stay, but a new address needs them again.',
    fails: ['NOT_FOUND', 'NAME_TAKEN', 'CREDENTIALS_NEEDED'],
    recorded,
    sensitive: true,
  })
    .input(DestinationUpdateRequest)
    .output(DestinationResponse)
    .mutation(async ({ ctx, input }) => ({ destination: await updateDestination(ctx.deps, input) })),
  remove: procedure('DELETE /destinations/{id}', 'destinations.manage', {
    summary: 'Delete a destination',
    description: 'Deletes a destination, and answers which one it was. Schedules that deliver to it are paused when they are due.',
    fails: ['NOT_FOUND'],
  })
    .input(DestinationRef)
    .output(DestinationResponse)
    .mutation(async ({ ctx, input }) => {
      const destination = await removeDestination(ctx.deps, input.id)
      ctx.audit.targetName = destination.name
      return { destination }
    }),
  test: procedure('POST /destinations/{id}/test', 'destinations.manage', {
    summary: 'Test a destination',
    description: 'Writes something small and removes it, or sends a mail or a signed call, and answers how that went.',
    fails: ['NOT_FOUND', 'SHEET_REFUSED', 'SHEETS_UNREACHABLE', 'SHEETS_OFF', 'SHEETS_ACCOUNT_REFUSED'],
    callsOut: true,
  })
    .input(DestinationRef)
    .output(DestinationTestResponse)
    .mutation(({ ctx, input }) => testDestination(ctx.deps, ctx.viewer, input.id, ctx.signal)),
})
