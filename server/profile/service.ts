import { summary, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { ProfileResponse, ProfileUpdateRequest, User } from '#shared/profile.ts'
import type { Deps } from '#server/deps.ts'
import { reencode } from '#server/images/image.ts'
import { findUser, preferences, updateFields } from '#server/users/service.ts'

async function userOf(deps: Deps, viewer: Viewer): Promise<User> {
  const user = await findUser(deps, viewer.id)
  if (!user) throw new AppError('SIGNED_OUT')
  return user
}

export async function getProfile(deps: Deps, viewer: Viewer): Promise<ProfileResponse> {
  const { level, permissions } = summary(viewer)
  const [user, chosen] = await Promise.all([userOf(deps, viewer), preferences(deps.database.db, viewer.id)])
  return { permissions, role_level: level, user, needs_second_factor: viewer.needsSecondFactor ?? false, ...chosen }
}

/** Changes the viewer's own fields. The picture is stored re-encoded and small. Throws as `reencode` does. */
export async function updateProfile(deps: Deps, viewer: Viewer, request: ProfileUpdateRequest): Promise<{ user: User }> {
  const { avatar_url: picture, full_name: name, department, email_notifications: emailNotifications, theme } = request
  const fields = {
    ...(picture === undefined
      ? {}
      : { image: picture && (await reencode(deps, { embedded: picture, pixels: limits.image.avatarPixels, personId: viewer.id })) }),
    ...(name === undefined ? {} : { name }),
    ...(department === undefined ? {} : { department: department || null }),
    ...(emailNotifications === undefined ? {} : { emailNotifications }),
    ...(theme === undefined ? {} : { theme }),
  }
  await updateFields(deps.database.db, viewer.id, fields, new Date(deps.now()))
  return { user: await userOf(deps, viewer) }
}
