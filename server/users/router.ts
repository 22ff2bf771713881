import {
  PasswordLinkMade,
  RoleListResponse,
  UserInviteRequest,
  UserInviteResponse,
  UserListRequest,
  UserListResponse,
  UserRef,
  UserResponse,
  UserRolesRequest,
  UserUpdateRequest,
} from '#shared/users.ts'
import { SessionsEndedResponse } from '#shared/api-keys.ts'
import { whereGiven } from '#server/procedure/confirmed.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { once } from '#server/http/idempotency.ts'
import { noteChange } from '#server/users/changes.ts'
import { inviteUser } from '#server/users/invitations.ts'
import { mailState, makePasswordLink } from '#server/users/password-link.ts'
import { endSessionsOf } from '#server/users/sessions.ts'
import { deactivateUser, getUser, listUsers, removeUser, assignableRoles, updateUser } from '#server/users/service.ts'
import { resetSecondFactor } from '#server/users/second-factor.ts'

export const users = router({
  list: procedure('GET /users', 'users.read')
    .input(UserListRequest.prefault({}))
    .output(UserListResponse)
    .query(async ({ ctx, input }) => ({ users: await listUsers(ctx.deps, ctx.viewer, input), mail: await mailState(ctx.deps) })),
  roles: procedure('GET /users/roles/all', 'users.read')
    .output(RoleListResponse)
    .query(async ({ ctx }) => ({ roles: await assignableRoles(ctx.deps) })),
  get: procedure('GET /users/{id}', 'users.read')
    .input(UserRef)
    .output(UserResponse)
    .query(async ({ ctx, input }) => ({ user: await getUser(ctx.deps, ctx.viewer, input.id) })),
  invite: procedure('POST /users/invite', 'users.invite', {
    status: 201,
    sensitive: true,
    recorded: ['email', 'role_id', 'store_ids'],
    makes: 'user',
  })
    .input(UserInviteRequest)
    .output(UserInviteResponse)
    .mutation((call) =>
      once(call, async ({ ctx, input }) => {
        const { before, ...invited } = await inviteUser(ctx.deps, ctx.viewer, input)
        if (before) noteChange(ctx.audit, { before, after: invited.user, seen: invited.user })
        return invited
      }),
    ),
  update: procedure('PUT /users/{id}', 'users.update', { recorded: ['is_active', 'roles'], sensitive: whereGiven('roles', 'is_active') })
    .input(UserUpdateRequest)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: noteChange(ctx.audit, await updateUser(ctx.deps, ctx.viewer, input)) })),
  setRoles: procedure('PUT /users/{id}/roles', 'users.update', { recorded: ['roles'], sensitive: true })
    .input(UserRolesRequest)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: noteChange(ctx.audit, await updateUser(ctx.deps, ctx.viewer, input)) })),
  deactivate: procedure('DELETE /users/{id}', 'users.deactivate', { sensitive: true })
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: noteChange(ctx.audit, await deactivateUser(ctx.deps, ctx.viewer, input.id)) })),
  resetSecondFactor: procedure('DELETE /users/{id}/second-factor', 'users.resetSecondFactor', { sensitive: true })
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => {
      const user = await resetSecondFactor(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = user.email
      return { user }
    }),
  passwordLink: procedure('POST /users/{id}/password-link', 'users.passwordLink', { status: 201, sensitive: true })
    .input(UserRef)
    .output(PasswordLinkMade)
    .mutation(async ({ ctx, input }) => {
      const { url, email } = await makePasswordLink(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = email
      return { password_url: url }
    }),
  endSessions: procedure('DELETE /users/{id}/sessions', 'users.update', { sensitive: true })
    .input(UserRef)
    .output(SessionsEndedResponse)
    .mutation(({ ctx, input }) => endSessionsOf(ctx.deps, ctx.viewer, input.id)),
  remove: procedure('DELETE /users/{id}/permanent', 'users.remove', { sensitive: true })
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => {
      const user = await removeUser(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = user.email
      return { user }
    }),
})
