import { reaches, summary, type Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import type { ChosenStore, ProblemMails, ProfileResponse, ProfileUpdateRequest, User } from '#shared/profile.ts'
import type { Deps } from '#server/deps.ts'
import { nextDigest } from '#server/digest/due.ts'
import { reencode } from '#server/images/image.ts'
import { colorsOfStores, findStore, type StoreRow } from '#server/stores/service.ts'
import { findUser, preferences, updateFields } from '#server/users/service.ts'

type MailChoice = { problemMails: ProblemMails | undefined; digestTimezone: string | undefined }

async function userOf(deps: Deps, viewer: Viewer): Promise<User> {
  const user = await findUser(deps, viewer.id)
  if (!user) throw new AppError('SIGNED_OUT')
  return user
}

/** A key tells of no store out of its reach, so neither do the roles of its owner. */
const asSeenBy = (viewer: Viewer, user: User): User =>
  viewer.keyId === undefined
    ? user
    : { ...user, user_roles: user.user_roles.filter(({ store_id }) => store_id === null || reaches(viewer, store_id)) }

const inBrief = ({ id, name, state }: StoreRow): ChosenStore => ({ id, name, state })

/** Null where it is gone, or out of the viewer's reach by now. */
async function chosenStore(deps: Deps, viewer: Viewer, id: string | null): Promise<ChosenStore | null> {
  const store = id !== null && reaches(viewer, id) ? await findStore(deps, id) : null
  return store && inBrief(store)
}

export async function getProfile(deps: Deps, viewer: Viewer): Promise<ProfileResponse> {
  const { level, permissions } = summary(viewer)
  const [user, { chosenStoreId, ...chosen }, store_colors] = await Promise.all([
    userOf(deps, viewer),
    preferences(deps.database.db, viewer.id),
    colorsOfStores(deps, viewer),
  ])
  return {
    permissions,
    role_level: level,
    user: asSeenBy(viewer, user),
    needs_second_factor: viewer.needsSecondFactor ?? false,
    chosen_store: await chosenStore(deps, viewer, chosenStoreId),
    store_colors,
    ...chosen,
  }
}

/** Remembers the store that the viewer works in, for every machine. */
export async function chooseStore(deps: Deps, viewer: Viewer, store: StoreRow): Promise<{ store: ChosenStore }> {
  await updateFields(deps.database.db, viewer.id, { chosenStoreId: store.id }, new Date(deps.now()))
  return { store: inBrief(store) }
}

/** The fields of a change of the mails about problems. The daily mail is next due at its hour after the change. */
async function mailFields(deps: Deps, viewer: Viewer, { problemMails, digestTimezone }: MailChoice) {
  if (problemMails === undefined && digestTimezone === undefined) return {}
  const before = await preferences(deps.database.db, viewer.id)
  const [mails, timezone] = [problemMails ?? before.problem_mails, digestTimezone ?? before.digest_timezone]
  const digestDueAt = mails === 'daily' ? nextDigest(timezone, new Date(deps.now())) : null
  return { problemMails: mails, digestTimezone: timezone, digestDueAt }
}

/** Changes the viewer's own fields. The picture is stored re-encoded and small. Throws as `reencode` does. */
export async function updateProfile(deps: Deps, viewer: Viewer, request: ProfileUpdateRequest): Promise<{ user: User }> {
  const {
    avatar_url: picture,
    full_name: name,
    department,
    email_notifications: emailNotifications,
    problem_mails: problemMails,
    digest_timezone: digestTimezone,
    theme,
    list_layouts: layouts,
    is_set_up: isSetUp,
  } = request
  const fields = {
    ...(picture === undefined
      ? {}
      : { image: picture && (await reencode(deps, { embedded: picture, pixels: limits.image.avatarPixels, personId: viewer.id })) }),
    ...(name === undefined ? {} : { name }),
    ...(department === undefined ? {} : { department: department || null }),
    ...(emailNotifications === undefined ? {} : { emailNotifications }),
    ...(await mailFields(deps, viewer, { problemMails, digestTimezone })),
    ...(theme === undefined ? {} : { theme }),
    ...(isSetUp === undefined ? {} : { isSetUp }),
    ...(layouts === undefined ? {} : { listLayouts: { ...(await preferences(deps.database.db, viewer.id)).list_layouts, ...layouts } }),
  }
  await updateFields(deps.database.db, viewer.id, fields, new Date(deps.now()))
  return { user: await userOf(deps, viewer) }
}
