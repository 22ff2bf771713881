import { ViewCreateRequest, ViewListRequest, ViewListResponse, ViewRef, ViewResponse, ViewUpdateRequest } from '#shared/views.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { createView, listViews, removeView, updateView } from '#server/profile/views.ts'
import { once } from '#server/http/idempotency.ts'

// The required right depends on the view's list, so the service checks it. The names of views are not recorded: most are private.
export const views = router({
  list: procedure('GET /views', 'views.use', {
    summary: 'List saved views',
    description:
      "Answers the caller's own views of lists and those that the team shares. A view names no store and no list that the caller may not read.",
  })
    .input(ViewListRequest.prefault({}))
    .output(ViewListResponse)
    .query(async ({ ctx, input }) => ({ views: await listViews(ctx.deps, ctx.viewer, input.screen) })),
  create: procedure('POST /views', 'views.use', {
    summary: 'Save a view',
    description: 'Saves the filters, sort and stores of a list, for the caller or for the team. It needs the permission to read the list.',
    fails: ['NAME_TAKEN', 'CONFLICT'],
    isOnce: true,
    status: 201,
    recorded: ['screen', 'shared'],
    makes: 'view',
  })
    .input(ViewCreateRequest)
    .output(ViewResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ view: await createView(ctx.deps, ctx.viewer, input) }))),
  update: procedure('PUT /views/{id}', 'views.use', {
    summary: 'Update a view',
    description:
      'Changes what is given; the rest stays. Whoever saved the view may do this, and level 90 and above in all stores that it names (in all stores where it names none) a shared one. Everybody who sees a view may make it their default.',
    fails: ['NOT_FOUND', 'NAME_TAKEN'],
    recorded: ['shared', 'isDefault'],
  })
    .input(ViewUpdateRequest)
    .output(ViewResponse)
    .mutation(async ({ ctx, input }) => ({ view: await updateView(ctx.deps, ctx.viewer, input) })),
  remove: procedure('DELETE /views/{id}', 'views.use', {
    summary: 'Delete a view',
    description:
      'Deletes the view, and answers which one it was. Whoever saved it may do this, and level 90 and above in all stores that it names (in all stores where it names none) a shared one.',
    fails: ['NOT_FOUND'],
  })
    .input(ViewRef)
    .output(ViewResponse)
    .mutation(async ({ ctx, input }) => ({ view: await removeView(ctx.deps, ctx.viewer, input.id) })),
})
