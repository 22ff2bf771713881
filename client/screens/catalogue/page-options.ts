import { keepPreviousData } from '@tanstack/react-query'
import { limits } from '#shared/limits.ts'

/** How a page of a list is asked for. While it loads, the previous page is shown. An answer belongs to its request, so that a late one never
 * replaces that of a newer search. */
export const pageOptions = { staleTime: limits.freshMs, placeholderData: keepPreviousData } as const
