import type { ReactNode } from 'react'
import { can, type Action } from '#shared/access.ts'
import { useViewer } from './viewer.ts'

type Props = { do: Action; storeId?: string; children: ReactNode; otherwise?: ReactNode }

/** Renders its children if the person may do the action (in the given store). The server checks every call anyway. */
export function Can({ do: action, storeId, children, otherwise = null }: Props) {
  return can(useViewer(), action, storeId) ? children : otherwise
}
