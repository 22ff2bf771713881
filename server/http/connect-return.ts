import type { FastifyInstance } from 'fastify'
import { connectCallback } from '#shared/store-connect.ts'
import { record } from '#server/audit/record-repo.ts'
import { browserViewer } from '#server/auth/browser-viewer.ts'
import { callerOf, stranger } from '#server/auth/caller.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'
import { readReturn, type Returned } from '#server/stores/approval.ts'
import { restPrefix } from './endpoints.ts'

const denials: ReadonlySet<string> = new Set(['notBegun', 'notAllowed'])

function decisionOf({ outcome }: Returned) {
  if (outcome === 'approved') return 'allowed'
  return denials.has(outcome) ? 'denied' : 'failed'
}

/**
 * Where a shop sends the browser after an approval. Every answer is a redirect to one page of our own with the outcome, which is one of our
 * words, and the store that is connected again: nothing of the request is repeated in it.
 */
export function connectReturn(fastify: FastifyInstance, deps: AuthDeps) {
  fastify.get(
    connectCallback.slice(restPrefix.length),
    { config: { limit: 'sign-in' }, exposeHeadRoute: false },
    async (request, reply) => {
      const caller = callerOf(request)
      const viewer = await browserViewer(deps, caller.cookie)
      const returned = await readReturn(deps, viewer, new URLSearchParams(request.url.split('?')[1] ?? ''))
      const { outcome, storeId, domain } = returned
      await record(deps.database.db, {
        at: new Date(deps.now()),
        actorId: viewer?.id ?? stranger,
        action: 'stores.connectReturn',
        target: storeId,
        decision: decisionOf(returned),
        door: 'rest',
        requestId: caller.requestId,
        details: { outcome, ...(domain === null ? {} : { domain }) },
        address: caller.address,
        userAgent: caller.userAgent,
      })
      return reply.redirect(`/stores?connect=${outcome}${storeId === null ? '' : `&store=${storeId}`}`, 302)
    },
  )
}
