import { summary, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { ProfileResponse, ProfileUpdateRequest, User } from '#shared/profile.ts'
import type { Deps } from '#server/deps.ts'
import { reencode } from '#server/image.ts'
import { findUser, updateUser } from '#server/profile/repo.ts'

async function userOf({ database }: Deps, viewer: Viewer): Promise<User> {
  const user = await findUser(database.db, viewer.id)
  if (!user) throw new AppError('SIGNED_OUT')
  return user
}

export async function getProfile(deps: Deps, viewer: Viewer): Promise<ProfileResponse> {
  const { level, permissions } = summary(viewer)
  return { permissions, role_level: level, user: await userOf(deps, viewer) }
}

/** Changes the viewer's own fields; the picture is re-encoded small. Throws IMAGE_REFUSED and TOO_LARGE. */
export async function updateProfile(deps: Deps, viewer: Viewer, request: ProfileUpdateRequest): Promise<{ user: User }> {
  const { avatar_url: given } = request
  const picture = given ? { avatar_url: await reencode(given, limits.image.avatarPixels) } : {}
  await updateUser(deps.database.db, viewer.id, { ...request, ...picture }, new Date(deps.now()))
  return { user: await userOf(deps, viewer) }
}
