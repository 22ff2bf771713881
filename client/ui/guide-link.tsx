import { Anchor } from '@mantine/core'
import { guideAddress, guidesHome, type GuideName } from '#shared/guides.ts'

/** A link within text to a guide, or to the list of all. It opens beside the screen, where the input stays. */
export const GuideLink = ({ to, children }: { to?: GuideName; children: string }) => (
  <Anchor inherit underline="always" href={to ? guideAddress(to) : guidesHome} target="_blank" rel="noreferrer">
    {children}
  </Anchor>
)
