import type { Viewer } from '#shared/access.ts'
import { AppError } from '#shared/errors.ts'
import type { CatalogueClashIgnoreRequest, IgnoredClash } from '#shared/catalogue-clashes.ts'
import { catalogueRefusals } from '#shared/catalogue-refusals.ts'
import { limits } from '#shared/limits.ts'
import type { Deps } from '#server/deps.ts'
import { findClash, mayRemove } from '#server/catalogue/clashes.ts'
import { countIgnored, findIgnored, removeIgnored, saveIgnored, type ClashMark } from '#server/catalogue/ignored-repo.ts'
import type { StoreRow } from '#server/stores/service.ts'

const isWithin = ({ storeIds }: ClashMark, others: ReadonlySet<string>) => [...storeIds].every((id) => others.has(id))

type Ignoring = { viewer: Viewer; /** Those whose products the person may change. */ stores: readonly StoreRow[] }
type Place = Pick<CatalogueClashIgnoreRequest, 'by' | 'code' | 'kind'>

/**
 * Lists a clash between stores again. Where they have none any more, what is ignored in one of them is not ignored when it comes back. Throws NOT_FOUND where nothing of it is
 * ignored, and ACCESS_DENIED where it is ignored in stores whose products the person may not change.
 */
async function showAgain(deps: Deps, { viewer, stores }: Ignoring, place: Place) {
  const { db } = deps.database
  const clash = await findClash(deps, stores, place)
  const marks = (await findIgnored(db, place.by, [place.code])).get(place.code)?.filter(({ kind }) => kind === place.kind) ?? []
  const isOwn = (mark: ClashMark) => mayRemove(viewer, mark)
  const isOfThem = ({ storeIds }: ClashMark) => stores.some(({ id }) => storeIds.has(id))
  const meant = clash
    ? marks.filter((mark) => clash.storeIds.every((id) => mark.storeIds.has(id)))
    : marks.filter((mark) => isOwn(mark) && isOfThem(mark))
  if (meant.length === 0) throw new AppError('NOT_FOUND', catalogueRefusals.clashGone)
  if (!meant.every(isOwn)) throw new AppError('ACCESS_DENIED', catalogueRefusals.ignoredElsewhere)
  await removeIgnored(
    db,
    meant.map(({ id }) => id),
  )
}

/**
 * Ignores a clash between stores with a reason, or shows it again: see `showAgain`. It is ignored between the stores that take part in it now, and
 * where they are all stores of the person; one of prices, until they differ by more. Throws NOT_FOUND where there is no such clash between the stores, and CONFLICT where too many are ignored.
 */
export async function ignoreClash(
  deps: Deps,
  { viewer, stores }: Ignoring,
  { by, code, kind, reason }: CatalogueClashIgnoreRequest,
): Promise<IgnoredClash | null> {
  const { database, now } = deps
  const place = { by, code, kind }
  if (reason === null) {
    await showAgain(deps, { viewer, stores }, place)
    return null
  }
  const clash = await findClash(deps, stores, place)
  if (!clash) throw new AppError('NOT_FOUND', catalogueRefusals.clashGone)
  const { storeIds, priceRatio, marks } = clash
  const taking = new Set(storeIds)
  const replaced = marks.filter((mark) => isWithin(mark, taking)).map(({ id }) => id)
  if ((await countIgnored(database.db)) - replaced.length >= limits.clashes.ignored)
    throw new AppError('CONFLICT', catalogueRefusals.ignoredFull)
  const id = crypto.randomUUID()
  await saveIgnored(database, place, { id, reason, priceRatio, userId: viewer.id, at: new Date(now()), storeIds }, replaced)
  const saved = await findIgnored(database.db, by, [code])
  const mark = saved.get(code)?.find((one) => one.id === id)
  return mark ? { kind, reason: mark.reason, person: mark.person, at: mark.at, canShowAgain: true } : null
}
