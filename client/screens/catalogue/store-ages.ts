import { createContext, useMemo } from 'react'
import { useNow } from '#client/jobs/use-now.ts'
import { useCopies } from './copies.ts'
import { lastSeen } from './freshness.ts'

type Ages = ReadonlyMap<string, string>

/** Of each store whose shop does not answer, how old its products are, in words. The rows are drawn once, and hear of changes here. */
export const StoreAges = createContext<Ages>(new Map())

/** What the list provides as `StoreAges`. */
export function useStoreAges(): Ages {
  const { copies, at } = useCopies()
  const now = useNow(at)
  return useMemo(
    () => new Map(copies.filter(({ state }) => state === 'failing').map((copy) => [copy.storeId, lastSeen(copy, now)])),
    [copies, now],
  )
}
