import {
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
import { procedure, router } from '#server/trpc.ts'
import { inviteUser } from '#server/users/invitations.ts'
import { deactivateUser, getUser, listUsers, removeUser, roles, updateUser } from '#server/users/service.ts'

export const users = router({
  list: procedure('GET /users', 'users.read')
    .input(UserListRequest.prefault({}))
    .output(UserListResponse)
    .query(async ({ ctx, input }) => ({ users: await listUsers(ctx.deps, input) })),
  roles: procedure('GET /users/roles/all', 'users.read')
    .output(RoleListResponse)
    .query(async ({ ctx }) => ({ roles: await roles(ctx.deps) })),
  get: procedure('GET /users/{id}', 'users.read')
    .input(UserRef)
    .output(UserResponse)
    .query(async ({ ctx, input }) => ({ user: await getUser(ctx.deps, input.id) })),
  invite: procedure('POST /users/invite', 'users.invite', {
    status: 201,
    isIdempotent: true,
    recorded: ['email', 'role_id', 'store_ids'],
    makes: 'user',
  })
    .input(UserInviteRequest)
    .output(UserInviteResponse)
    .mutation(({ ctx, input }) => inviteUser(ctx.deps, ctx.viewer, input)),
  update: procedure('PUT /users/{id}', 'users.update', { recorded: ['is_active', 'roles'] })
    .input(UserUpdateRequest)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: await updateUser(ctx.deps, ctx.viewer, input) })),
  setRoles: procedure('PUT /users/{id}/roles', 'users.update', { recorded: ['roles'] })
    .input(UserRolesRequest)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: await updateUser(ctx.deps, ctx.viewer, input) })),
  deactivate: procedure('DELETE /users/{id}', 'users.deactivate')
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: await deactivateUser(ctx.deps, ctx.viewer, input.id) })),
  remove: procedure('DELETE /users/{id}/permanent', 'users.remove')
    .input(UserRef)
    .output(UserResponse)
    .mutation(async ({ ctx, input }) => ({ user: await removeUser(ctx.deps, ctx.viewer, input.id) })),
})
