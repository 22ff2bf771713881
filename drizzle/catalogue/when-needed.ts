import type { CatalogueCopy } from '#drizzle/catalogue/copy.ts'

/** A copy that is opened at its first use, so that no start waits for it. A failed opening is tried again at the next use. */
export function catalogueWhenNeeded(open: () => Promise<CatalogueCopy>): CatalogueCopy {
  let opened: Promise<CatalogueCopy> | null = null
  const copy = () =>
    (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
  return {
    identity: async () => (await copy()).identity(),
    edition: async (...given) => (await copy()).edition(...given),
    write: async (...given) => (await copy()).write(...given),
    remove: async (...given) => (await copy()).remove(...given),
    drop: async (...given) => (await copy()).drop(...given),
    stores: async () => (await copy()).stores(),
    ids: async (...given) => (await copy()).ids(...given),
    version: async (...given) => (await copy()).version(...given),
    sizes: async (...given) => (await copy()).sizes(...given),
    counts: async (...given) => (await copy()).counts(...given),
    search: async (...given) => (await copy()).search(...given),
    count: async (...given) => (await copy()).count(...given),
    find: async (...given) => (await copy()).find(...given),
    same: async (...given) => (await copy()).same(...given),
    changes: async (...given) => (await copy()).changes(...given),
    countChanges: async (...given) => (await copy()).countChanges(...given),
    judge: async (...given) => (await copy()).judge(...given),
    unjudged: async () => (await copy()).unjudged(),
    uncompared: async () => (await copy()).uncompared(),
    clashCodes: async (...given) => (await copy()).clashCodes(...given),
    clashMembers: async (...given) => (await copy()).clashMembers(...given),
    clashMemberPage: async (...given) => (await copy()).clashMemberPage(...given),
    removeChanges: async (...given) => (await copy()).removeChanges(...given),
    bytes: async () => (await copy()).bytes(),
    async close() {
      // One that could not be opened needs no end.
      const found = await opened?.catch(() => null)
      await found?.close()
    },
  }
}
