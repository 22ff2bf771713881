import type { FastifyInstance } from 'fastify'
import { ReauthenticateRequest } from '#shared/second-factor.ts'
import { passwordChangeRequest } from '#shared/session.ts'
import { callerOf } from '#server/auth/caller.ts'
import { reauthenticateByCode } from '#server/auth/factor-proof.ts'
import { inPerson } from '#server/auth/require-viewer.ts'
import { changePassword, reauthenticate } from '#server/auth/own-password.ts'
import type { AuthDeps } from '#server/auth/sessions.ts'

type Options = { deps: AuthDeps; passwordMinLength: number }

/** A signed-in person proves their identity again, or changes their password. Needs `Authorization: Bearer`. */
export function accountRoutes(fastify: FastifyInstance, { deps, passwordMinLength }: Options, config: object) {
  const PasswordChangeRequest = passwordChangeRequest(passwordMinLength)
  fastify.post('/reauthenticate', { config }, async (request) => {
    const person = inPerson(request)
    const proof = ReauthenticateRequest.parse(request.body)
    return 'code' in proof
      ? reauthenticateByCode(deps, person, proof.code, callerOf(request))
      : reauthenticate(deps, person, proof.password, callerOf(request))
  })
  fastify.post('/change-password', { config }, async (request) => {
    const person = inPerson(request)
    await changePassword(deps, person, PasswordChangeRequest.parse(request.body), callerOf(request))
    return { success: true }
  })
}
