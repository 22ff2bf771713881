import {
  TemplateCreateRequest,
  TemplateListRequest,
  TemplateListResponse,
  TemplateRef,
  TemplateResponse,
  TemplateUpdateRequest,
} from '#shared/templates.ts'
import { createTemplate, getTemplate, listTemplates, removeTemplate, updateTemplate } from '#server/export/templates.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { once } from '#server/http/idempotency.ts'

// The required right depends on the template's type, so the service checks it.
export const templates = router({
  list: procedure('GET /templates', 'templates.read', {
    summary: 'List export templates',
    description: "Answers the team's saved choices of columns, of the types that the caller may read.",
    alsoOnTop: ['templates'],
    tool: true,
  })
    .input(TemplateListRequest.prefault({}))
    .output(TemplateListResponse)
    .query(async ({ ctx, input }) => ({ templates: await listTemplates(ctx.deps, ctx.viewer, input.type) })),
  get: procedure('GET /templates/{id}', 'templates.read', {
    summary: 'Get an export template',
    description: 'Answers one template. One that the caller may not read is answered like one that does not exist.',
    fails: ['NOT_FOUND'],
    tool: true,
  })
    .input(TemplateRef)
    .output(TemplateResponse)
    .query(async ({ ctx, input }) => ({ template: await getTemplate(ctx.deps, ctx.viewer, input.id) })),
  create: procedure('POST /templates', 'templates.read', {
    summary: 'Create an export template',
    description: 'Saves a choice of columns for the team. It needs the permission to export what the template is for.',
    fails: ['NAME_TAKEN'],
    isOnce: true,
    status: 201,
    location: { of: 'template', at: '/templates/{id}' },
  })
    .input(TemplateCreateRequest)
    .output(TemplateResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ template: await createTemplate(ctx.deps, ctx.viewer, input) }))),
  update: procedure('PUT /templates/{id}', 'templates.read', {
    summary: 'Update an export template',
    description:
      'Changes the name or the columns; what is left out stays. Whoever saved the template may do this, and level 90 and above for all stores.',
    fails: ['NOT_FOUND', 'NAME_TAKEN'],
  })
    .input(TemplateUpdateRequest)
    .output(TemplateResponse)
    .mutation(async ({ ctx, input }) => ({ template: await updateTemplate(ctx.deps, ctx.viewer, input) })),
  remove: procedure('DELETE /templates/{id}', 'templates.read', {
    summary: 'Delete an export template',
    description: 'Deletes the template, and answers which one it was. Whoever saved it may do this, and level 90 and above for all stores.',
    fails: ['NOT_FOUND'],
  })
    .input(TemplateRef)
    .output(TemplateResponse)
    .mutation(async ({ ctx, input }) => ({ template: await removeTemplate(ctx.deps, ctx.viewer, input.id) })),
})
