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
import { serviceAccounts } from '#server/users/service-accounts-router.ts'
import { deactivateUser, getUser, listUsers, removeUser, assignableRoles, updateUser } from '#server/users/service.ts'
import { resetSecondFactor } from '#server/users/second-factor.ts'

export const users = router({
  serviceAccounts,
  list: procedure('GET /users', 'users.read', {
    summary: 'List team members',
    description:
      'Answers the people whom the caller may see, with their roles. People known by name only come without e-mail address, department and picture.',
    fails: ['INVALID_CURSOR'],
    alsoOnTop: ['nextCursor'],
  })
    .input(UserListRequest.prefault({}))
    .output(UserListResponse)
    .query(async ({ ctx, input }) => ({ ...(await listUsers(ctx.deps, ctx.viewer, input)), mail: await mailState(ctx.deps) })),
  roles: procedure('GET /users/roles/all', 'users.read', {
    summary: 'List roles',
    description: 'Answers the roles that can be assigned, with their level and permissions.',
  })
    .output(RoleListResponse)
    .query(async ({ ctx }) => ({ roles: await assignableRoles(ctx.deps) })),
  get: procedure('GET /users/{id}', 'users.read', {
    summary: 'Get a team member',
    description: 'Answers one person with their roles. A person out of reach is answered like one who does not exist.',
    fails: ['NOT_FOUND'],
  })
    .input(UserRef)
    .output(UserResponse)
    .query(async ({ ctx, input }) => ({ user: await getUser(ctx.deps, ctx.viewer, input.id) })),
  invite: procedure('POST /users/invite', 'users.invite', {
    summary: 'Invite a team member',
    description:
      'Puts the e-mail address on the authorized list and sends the invitation. Somebody who was deactivated becomes active again with these roles.',
    fails: ['ALREADY_MEMBER', 'NOT_FOUND', 'CONFLICT'],
    isOnce: true,
    status: 201,
    sensitive: true,
    recorded: ['email', 'role_id', 'store_ids'],
    makes: 'user',
    location: { of: 'user', at: '/users/{id}' },
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
  update: procedure('PUT /users/{id}', 'users.update', {
    summary: 'Update a team member',
    description: 'Changes the fields that are given; the others stay. The list of roles replaces all roles that the caller sees.',
    fails: ['NOT_FOUND', 'LAST_OWNER', 'CONFLICT'],
    recorded: ['is_active', 'roles'],
    sensitive: whereGiven('roles', 'is_active'),
  })
    .input(UserUpdateRequest)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: noteChange(ctx.audit, await updateUser(ctx.deps, ctx.viewer, input)) })),
  setRoles: procedure('PUT /users/{id}/roles', 'users.update', {
    summary: "Replace a team member's roles",
    description: 'Sets the roles of a person to the list. Roles that the caller does not see stay.',
    fails: ['NOT_FOUND', 'LAST_OWNER', 'CONFLICT'],
    recorded: ['roles'],
    sensitive: true,
  })
    .input(UserRolesRequest)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: noteChange(ctx.audit, await updateUser(ctx.deps, ctx.viewer, input)) })),
  deactivate: procedure('DELETE /users/{id}', 'users.deactivate', {
    summary: 'Deactivate a team member',
    description: "Ends the person's sessions and shuts them out. Nothing is deleted: an invitation lets them in again.",
    fails: ['NOT_FOUND', 'LAST_OWNER', 'CONFLICT'],
    sensitive: true,
  })
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: noteChange(ctx.audit, await deactivateUser(ctx.deps, ctx.viewer, input.id)) })),
  resetSecondFactor: procedure('DELETE /users/{id}/second-factor', 'users.resetSecondFactor', {
    summary: "Reset a team member's second factor",
    description:
      "Removes the person's second factor and passkeys and ends their sessions, so that somebody who lost their device signs in with the password alone.",
    fails: ['NOT_FOUND'],
    sensitive: true,
  })
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => {
      const user = await resetSecondFactor(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = user.email
      return { user }
    }),
  passwordLink: procedure('POST /users/{id}/password-link', 'users.passwordLink', {
    summary: 'Create a password link',
    description:
      'Makes a link with which the person chooses a password, to be handed over. It is refused where this installation sends mail.',
    fails: ['NOT_FOUND', 'CONFLICT'],
    isOnce: true,
    status: 201,
    sensitive: true,
  })
    .input(UserRef)
    .output(PasswordLinkMade)
    .mutation((call) =>
      once(call, async ({ ctx, input }) => {
        const { url, email } = await makePasswordLink(ctx.deps, ctx.viewer, input.id)
        ctx.audit.targetName = email
        return { password_url: url }
      }),
    ),
  endSessions: procedure('DELETE /users/{id}/sessions', 'users.update', {
    summary: "End a team member's sessions",
    description: 'Signs the person out everywhere, and answers how many sessions ended. Their API keys stay.',
    fails: ['NOT_FOUND'],
    sensitive: true,
  })
    .input(UserRef)
    .output(SessionsEndedResponse)
    .mutation(({ ctx, input }) => endSessionsOf(ctx.deps, ctx.viewer, input.id)),
  remove: procedure('DELETE /users/{id}/permanent', 'users.remove', {
    summary: 'Delete a team member',
    description: 'Deletes the person with their sessions, keys and roles for good. What they did stays in the audit log.',
    fails: ['NOT_FOUND', 'LAST_OWNER', 'CONFLICT'],
    sensitive: true,
  })
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => {
      const user = await removeUser(ctx.deps, ctx.viewer, input.id)
      ctx.audit.targetName = user.email
      return { user }
    }),
})
