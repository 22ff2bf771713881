import type { ReactNode } from 'react'
import { can, type Action } from '#shared/access.ts'
import { useViewer } from './viewer.ts'

type Props = { do: Action; storeId?: string; children: ReactNode; otherwise?: ReactNode }

/** Shows its children to those who may do the action (in the store, if one is named). The server decides all the same. */
export function Can({ do: action, storeId, children, otherwise = null }: Props) {
  return can(useViewer(), action, storeId) ? children : otherwise
}
