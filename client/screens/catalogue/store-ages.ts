import { createContext } from 'react'

/** Of each store whose shop does not answer, how old its products are, in words. The rows are drawn once, and hear of changes here. */
export const StoreAges = createContext<ReadonlyMap<string, string>>(new Map())
