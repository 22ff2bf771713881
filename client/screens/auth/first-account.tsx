import type { ReactNode } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import { useSetup } from './setup.ts'

/** Says who becomes the owner. Shown until there is an owner. The children are the way to that account. */
export function FirstAccount({ children }: { children?: ReactNode }) {
  if (!useSetup().owner_needed) return null
  return (
    <Banner kind="note">
      {messages.security.firstAccount} {children}
    </Banner>
  )
}
