/**
 * The ids that a shop does not have, by two answers in a row: an answer that comes short deletes nothing. @param existing asks for those that
 * it has
 */
export async function goneIds(
  ids: readonly string[],
  existing: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<readonly string[]> {
  const missingOf = async (some: readonly string[]) => {
    if (some.length === 0) return []
    const found = await existing(some)
    return some.filter((id) => !found.has(id))
  }
  return missingOf(await missingOf(ids))
}
