import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** Begins a session for a person who accepted an invitation. Only our own code can call it: it has no route. */
export const invitedSignIn = () => ({
  id: 'entrance' as const,
  endpoints: {
    enter: createAuthEndpoint(
      '/enter',
      { method: 'POST', body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true as const } },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.userId)
        const session = user && (await internalAdapter.createSession(user.id))
        if (!user || !session) throw new APIError('FORBIDDEN')
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ userId: user.id })
      },
    ),
  },
})
