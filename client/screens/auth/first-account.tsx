import { Banner } from '#client/ui/banner.tsx'
import { messages } from '#shared/messages.ts'
import { useSetup } from './setup.ts'

/** Says who becomes the owner. Shown until there is an owner. */
export function FirstAccount() {
  return useSetup().owner_needed ? <Banner kind="note">{messages.security.firstAccount}</Banner> : null
}
